import pg from 'pg';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { logOperation } from '#server/platform/log/operations.ts';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import { inCompany } from './company.ts';
import { compare } from './load.ts';
import type { Report } from './report.ts';
import { median, timed } from './timing.ts';

const admin = 3;
const page = { limit: 50 };

/** Pages of the operation log of `rows` entries, beside themselves at a hundredth of them. */
export const benchOperationLog = (rows: number, report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl, target }) => {
    const few = Math.ceil(rows / 100);
    const ask = async () => {
      const day = { startDate: '2026-03-01', endDate: '2026-03-01' };
      return compare({
        newest: await target(admin, 'system/log/queryOperationLog', page),
        person: await target(admin, 'system/log/queryOperationLog', { ...page, userId: 1050 }),
        kind: await target(admin, 'system/log/queryOperationLog', { ...page, object: 'crm_customer', kind: 'delete' }),
        refused: await target(admin, 'system/log/queryOperationLog', { ...page, result: 'refused' }),
        day: await target(admin, 'system/log/queryOperationLog', { ...page, ...day, object: 'crm_contract' }),
      });
    };
    await fill(ownerUrl, few);
    const before = await ask();
    await fill(ownerUrl, rows);
    const after = await ask();
    const names = {
      newest: 'the newest page',
      person: 'of one person',
      kind: 'of one kind of one thing',
      refused: 'what was refused',
      day: 'of one day and thing',
    } as const;
    for (const [key, name] of Object.entries(names) as [keyof typeof names, string][])
      report.atMost(`operation log, ${name}, p50`, rows, after[key].p50 / before[key].p50, {
        than: `itself at ${few.toLocaleString('en')} rows`,
        limit: 1.5,
      });

    const { db } = application.services.pool;
    const times: number[] = [];
    // as in a write, whose commit is there anyway
    await inTransaction(db, async (trx) => {
      for (let round = 0; round < 500; round += 1)
        times.push(
          await timed(() =>
            logOperation(trx, { endpoint: departmentCalls.add, userId: admin, address: '10.0.0.1', input: {} }),
          ),
        );
    });
    report.note(
      `Milliseconds: ${Object.keys(names)
        .map((key) => `${key} ${before[key as 'day'].p50.toFixed(1)} and ${after[key as 'day'].p50.toFixed(1)}`)
        .join(', ')}; one entry written ${median(times).toFixed(2)}.`,
    );
  });

/** Brings the log to a number of entries of two years; the indexes are made afterwards, which takes a third of the time. */
async function fill(ownerUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // ten million rows take longer than a statement may
    await client.query('set statement_timeout = 0');
    const { rows: indexes } = await client.query<{ definition: string }>(
      "select indexdef as definition from pg_indexes where tablename = 'operation_log' and indexname <> 'operation_log_pkey'",
    );
    await client.query(`do $$ declare one text; begin
      for one in select indexname from pg_indexes where tablename = 'operation_log' and indexname <> 'operation_log_pkey' loop
        execute format('drop index %I', one);
      end loop; end $$`);
    await client.query('truncate operation_log');
    await client.query(
      `insert into operation_log (user_id, call, kind, object, subject, record_id, records, result, address, created_at)
       select 1000 + n % 1000, 'CrmCustomer/addOrUpdate',
         (array['add', 'change', 'change', 'change', 'delete', 'export', 'transfer'])[1 + n % 7],
         (array['crm_customer', 'crm_leads', 'crm_contract', 'crm_contacts', 'user'])[1 + n % 5],
         '', null, 1, case when n % 97 = 0 then 'access.denied' else '' end, '10.0.0.1',
         timestamptz '2025-01-01' + n * (interval '700 days' / $1::int)
       from generate_series(1, $1::int) as n`,
      [rows],
    );
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum analyze operation_log');
  } finally {
    await client.end();
  }
}
