import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { openLog } from '#server/platform/log/log.ts';
import { keepIndexes } from '#server/record/field-indexes/keep-indexes.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { inCompany } from './company.ts';
import { post, type Target } from './load.ts';
import type { Report } from './report.ts';
import { seedCustomers } from './seed.ts';

/** People who work meanwhile, and the seconds between two calls of one of them. */
const [people, thinking] = [200, 10];
const before = 60_000;

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
    await pause(before);
    const usual = quantile(times, 0.95);
    const usualCalls = times.length;
    times = [];
    await sql`update record_field set is_indexed = true where field_id = ${fieldId}`.execute(db);
    const start = performance.now();
    const { signal } = new AbortController();
    await keepIndexes({ ownerUrl, db, log: openLog('silent'), signal, isOwnDatabase: true }, [customerType]);
    const seconds = (performance.now() - start) / 1000;
    const meanwhile = quantile(times, 0.95);
    const counts = `${usualCalls} calls before, ${times.length} in the ${seconds.toFixed(1)} s of the build`;
    isOver = true;
    await working;
    report.atMost('calls of 200 people while the index of a field is built, p95', customers, meanwhile / usual, {
      than: 'theirs before',
      limit: 1.2,
    });
    report.note(`Milliseconds, p95: before ${usual.toFixed(1)}, meanwhile ${meanwhile.toFixed(1)}; ${counts}.`);
  });

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
