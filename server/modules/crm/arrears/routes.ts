import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { lockContracts, negated, post } from '#server/modules/crm/ledger/api.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { system } from '#server/record/access/system.ts';
import { arrearsCalls } from '#shared/crm/arrears/arrears-calls.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { countArrears, listArrears, oneArrears, reachOf } from './list.ts';
import { shownIn } from './shown.ts';
import { writeArrears } from './write-sheet.ts';

/** @throws AppError `access.record` */
async function required(db: Database, actor: Actor, arrearsId: number) {
  const row = await oneArrears(db, actor, arrearsId);
  if (!row) throw new AppError('access.record');
  return row;
}

export const arrearsRoutes = (services: Services): Route[] => [
  route(arrearsCalls.list, async ({ db, actor, input: { page, limit, ...filter } }) => {
    const { total, ageing } = await countArrears(db, actor, filter);
    const list = await listArrears(db, actor, filter, { limit, offset: (page - 1) * limit });
    return { ...pageAnswer([...list], total, page, limit), ageing };
  }),
  route(arrearsCalls.entity, async ({ db, actor, input }) => required(db, actor, input.arrearsId)),
  route(arrearsCalls.receivables, async ({ db, actor, input: { arrearsId, page, limit } }) => {
    await required(db, actor, arrearsId);
    const { list, total } = await settlementsOf(db, actor, arrearsId, { limit, offset: (page - 1) * limit });
    return pageAnswer(list, total, page, limit);
  }),
  route(arrearsCalls.close, async ({ db, actor, input }) => closeArrears(db, actor, input.arrearsId)),
  route(arrearsCalls.exportAll, async ({ db, actor, input }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'arrears', (path) => writeArrears(db, actor, input, path)),
  ),
];

async function settlementsOf(
  db: Database,
  actor: Actor,
  arrearsId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const { from, live } = system('whoever reads arrears reads what settled them', receivableType);
  const where = sql`r.arrears_id = ${arrearsId} and ${live}`;
  const { rows } = await sql<{
    id: number;
    number: string;
    money: string;
    day: string | null;
    status: number;
    owner: number | null;
    total: number;
  }>`
    select r.receivables_id as id, coalesce(r.number, '') as number, coalesce(r.money, 0)::text as money,
      r.return_time::text as day, r.check_status::int as status, r.owner_user_id as owner, count(*) over ()::int as total
    from ${from} where ${where} order by r.receivables_id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const shown = await shownIn(db, actor);
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map(({ id, number, money, day, status, owner }) => ({
      receivablesId: id,
      receivablesNum: number,
      receivablesMoney: shown.paid ? money : '',
      returnTime: shown.paidOn ? (day ?? '') : '',
      checkStatus: status,
      ownerUserName: owner === null ? '' : (names.user(owner) ?? ''),
    })),
  };
}

/** What is open of closed arrears is due again, as if it had never been in arrears. @throws AppError `arrears.not_open` */
async function closeArrears(db: Database, actor: Actor, arrearsId: number): Promise<null> {
  const seen = await required(db, actor, arrearsId);
  // whoever books on it locks its contract first
  await lockContracts(db, [seen.contractId]);
  const { from } = system('what is closed is booked on the customer of its contract, whoever sees that', contractType);
  const { rows } = await sql<{ open: string; customerId: number }>`
    update arrears a set close_time = now(), close_user_id = ${actor.userId}
    where a.arrears_id = ${arrearsId} and a.status = 0 and ${reachOf(actor)} returning open_money::text as open,
      (select r.customer_id from ${from} where r.contract_id = a.contract_id) as "customerId"`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('arrears.not_open', { number: seen.arrearsNumber });
  const tags = { planId: seen.planId };
  await post(db, actor, [
    {
      event: 'closed',
      customerId: row.customerId,
      contractId: seen.contractId,
      document: { typeCode: ledgerDocuments.arrears, id: arrearsId, version: 1 },
      day: null,
      lines: [
        { account: 'due', amount: row.open, ...tags },
        { account: 'arrears', amount: negated(row.open), ...tags, arrearsId },
      ],
    },
  ]);
  return null;
}
