import { sql } from 'kysely';
import type { Application } from '#server/app.ts';
import { passDocuments } from '#server/approval/decisions/pass-documents.ts';
import { saveFlow } from '#server/approval/flows/save-flow.ts';
import { submit } from '#server/approval/submit.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { flowInput } from '#shared/approval/flow.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { inCompany, type BenchCompany } from './company.ts';
import { compare } from './load.ts';
import type { Report } from './report.ts';
import { median, timed } from './timing.ts';
import { seedCustomers } from './seed.ts';

const [admin, director, finance, seller] = [3, 1000, 1001, 1050];
const waiting = 5000;
/** Documents passed in one go. */
const many = 500;
const rounds = 4;

/** Approvals of contracts at the given number of them: `waiting` of these wait for the director, who is asked first. */
export const benchApprovals = (rows: number, report: Report): Promise<void> =>
  inCompany(async (company) => {
    const { application, ownerUrl } = company;
    await seedCustomers(ownerUrl, 1, rows + 1);
    await seedContracts(ownerUrl, rows);
    await submitAll(application);
    await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
    await reportList(company, rows, report);
    await reportPasses(application, report);
  });

/** One for each customer: the first ones are drafts, the others have passed. */
const seedContracts = (ownerUrl: string, rows: number): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query(
      `insert into contract (num, name, customer_id, money, total_price, discount_rate, order_date, check_status,
         owner_user_id, create_user_id, batch_id, create_time, update_time)
       select 'HT-' || n, '采购合同' || n, customer_id, 1000 + n % 9000, 0, 0, current_date,
         case when n <= $1 then $2::int else $3::int end, $4::int, $4::int, gen_random_uuid()::text, now() - n * interval '1 second',
         now() - n * interval '1 second'
       from (select customer_id, row_number() over (order by customer_id) as n from customer) as c limit $5`,
      [waiting, checkStatuses.draft, checkStatuses.passed, seller, rows],
    );
    await client.query('analyze');
  });

/** The director is asked, then finance. */
async function submitAll({ services }: Application): Promise<void> {
  const { db } = services.pool;
  const setUp = flowInput.parse({
    categoryType: 1,
    examineType: 1,
    name: '流程',
    step: [director, finance].map((userId) => ({ stepType: 2, checkUserId: [userId] })),
  });
  const owner = await services.gate.actorFor(db, admin);
  await inTransaction(db, (trx) => saveFlow(trx, owner, setUp));
  const actor = await services.gate.actorFor(db, seller);
  const drafts = await ids(db, checkStatuses.draft, waiting);
  for (let at = 0; at < drafts.length; at += 100)
    await inTransaction(db, async (trx) => {
      for (const id of drafts.slice(at, at + 100)) await submit(trx, actor, contractType, id);
    });
}

type Db = Application['services']['pool']['db'];

const ids = async (db: Db, status: number, count: number): Promise<number[]> =>
  (
    await sql<{ id: number }>`
      select contract_id as id from contract where check_status = ${status} order by contract_id limit ${count}`.execute(
      db,
    )
  ).rows.map(({ id }) => id);

async function reportList({ target }: BenchCompany, rows: number, report: Report): Promise<void> {
  const page = { page: 1, limit: 15 };
  const lists = await compare({
    plain: await target(director, 'CrmContract/queryPageList', page),
    waits: await target(director, 'CrmBackLog/checkContract', { ...page, type: 1 }),
    all: await target(director, 'examineRecord/queryWaitingList', page),
  });
  const beside = { than: 'the plain list', limit: 1.5 };
  const what = `"waiting for me" of a director with ${waiting.toLocaleString('en')}`;
  report.atMost(`${what}, contracts, p95`, rows, lists.waits.p95 / lists.plain.p95, beside);
  report.atMost(`${what}, all types, p95`, rows, lists.all.p95 / lists.plain.p95, beside);
}

/** A step and the final pass of as many documents, each beside one plain UPDATE of as many others. */
async function reportPasses({ services }: Application, report: Report): Promise<void> {
  const { db } = services.pool;
  const plainIds = await ids(db, checkStatuses.passed, many);
  const drafted = await ids(db, checkStatuses.waiting, many * (rounds + 1));
  const plain = () =>
    timed(() =>
      inTransaction(db, (trx) =>
        sql`
          update contract set check_status = ${checkStatuses.passed}, update_time = now(), version = version + 1
          where contract_id = any(${plainIds}::bigint[])`.execute(trx),
      ),
    );
  const pass = async (userId: number, those: readonly number[]) => {
    const actor = await services.gate.actorFor(db, userId);
    return timed(() =>
      inTransaction(db, async (trx) => {
        const { count } = await passDocuments(trx, actor, contractType.code, those, '');
        if (count !== those.length) throw new Error(`${count} of ${those.length} have passed`);
      }),
    );
  };
  const taken = { plain: [] as number[], step: [] as number[], end: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const those = drafted.slice(round * many, (round + 1) * many);
    const times = { plain: await plain(), step: await pass(director, those), end: await pass(finance, those) };
    // the first round warms up
    if (round > 0) for (const key of ['plain', 'step', 'end'] as const) taken[key].push(times[key]);
  }
  const beside = { than: 'one plain UPDATE of as many rows', limit: 5 };
  report.atMost('passing a step of contracts at once', many, median(taken.step) / median(taken.plain), beside);
  report.atMost('passing contracts for good at once', many, median(taken.end) / median(taken.plain), beside);
  report.note(
    `Milliseconds: ${(['plain', 'step', 'end'] as const).map((key) => `${key} ${Math.round(median(taken[key]))}`).join(', ')}.`,
  );
}
