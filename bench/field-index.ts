import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openLog } from '#server/platform/log/log.ts';
import { keepIndexes } from '#server/record/field-indexes/keep-indexes.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { inCompany } from './company.ts';
import { post, type Target } from './load.ts';
import type { Report } from './report.ts';
import { seedCustomers } from './seed.ts';
import { median } from './timing.ts';

/** People who work meanwhile, and the seconds between two calls of one of them. */
const [people, thinking] = [200, 10];
const rounds = 5;
/** Milliseconds of each part of a round; while it settles everybody reads the fields anew. */
const [usually, computing, settling] = [30_000, 10_000, 25_000];

/**
 * The index of a field that becomes filterable, built while 200 people open lists and save: what their calls take
 * meanwhile and took before, in one run.
 */
export const benchFieldIndex = (customers: number, report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl, target }) => {
    await seedCustomers(ownerUrl, 0, customers);
    const { db } = application.services.pool;
    const { rows } = await sql<{ field_id: number }>`
      insert into record_field (type_code, field_name, name, form_type, field_type, required, is_unique, options, default_value,
        input_tips, operating, sorting, hidden)
      values (${customerType.code}, '基准编码', '基准编码', 'text', 0, false, false, '[]', '', '', 0, 999, false)
      returning field_id`.execute(db);
    const fieldId = rows[0]?.field_id ?? 0;
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`
        update customer set custom = custom || jsonb_build_object(${`f${fieldId}`}::text, 'C-' || customer_id)`.execute(
        trx,
      );
      await organisationChanged(trx);
    });
    const calls: Target[] = [];
    for (let at = 0; at < people; at += 1) {
      const userId = 1000 + at;
      const list = await target(userId, 'CrmCustomer/queryPageList', { page: 1, limit: 15 });
      const save = await target(userId, 'CrmCustomer/addOrUpdate');
      calls.push(list, {
        ...save,
        body: () =>
          JSON.stringify({
            entity: { customer_name: `基准${crypto.randomUUID()}` },
            field: [{ fieldId, value: crypto.randomUUID() }],
          }),
      });
    }
    let times: number[] = [];
    let isOver = false;
    const work = async (at: number) => {
      while (!isOver) {
        await pause(Math.random() * thinking * 2000);
        // one save to four lists
        const call = calls[at * 2 + (Math.random() < 0.2 ? 1 : 0)];
        if (call && !isOver) times.push(await post(call));
      }
    };
    const working = Promise.all(Array.from({ length: people }, (_, at) => work(at)));
    const during = async (something: () => Promise<unknown>): Promise<number> => {
      times = [];
      await something();
      return quantile(times, 0.95);
    };
    const { signal } = new AbortController();
    const keep = () =>
      keepIndexes({ ownerUrl, db, log: openLog('silent'), signal, isOwnDatabase: true }, [customerType]);
    const mark = (isIndexed: boolean) =>
      inTransaction(db, async (trx) => {
        await sql`
          update record_field set is_indexed = ${isIndexed}, is_index_ready = false where field_id = ${fieldId}`.execute(
          trx,
        );
        await organisationChanged(trx);
      });
    const taken = { usual: [] as number[], beside: [] as number[], meanwhile: [] as number[], seconds: [] as number[] };
    await pause(settling);
    for (let round = 0; round < rounds; round += 1) {
      taken.usual.push(await during(() => pause(usually)));
      taken.beside.push(await during(() => compute(computing)));
      await mark(true);
      await pause(settling);
      const start = performance.now();
      taken.meanwhile.push(await during(keep));
      taken.seconds.push((performance.now() - start) / 1000);
      await mark(false);
      await keep();
      await pause(settling);
    }
    isOver = true;
    await working;
    const [usual, beside, meanwhile] = [median(taken.usual), median(taken.beside), median(taken.meanwhile)];
    const than = 'theirs before';
    report.atMost('calls of 200 people while the index of a field is built, p95', customers, meanwhile / usual, {
      than,
      limit: 1.2,
    });
    report.note(
      `Milliseconds, p95, medians of ${rounds}: before ${usual.toFixed(1)}, beside a process of the same low priority that only counts ${beside.toFixed(1)}, meanwhile ${meanwhile.toFixed(1)}; a build takes ${median(taken.seconds).toFixed(1)} s.`,
    );
  });

/** Keeps a processor busy by a process of low priority, which is what an index takes at least. */
async function compute(milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, ['-e', `for (const end = Date.now() + ${milliseconds}; Date.now() < end; );`]);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  await once(child, 'exit');
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
