import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { indexName } from '#server/record/field-indexes/index-sql.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const worker = fileURLToPath(new URL('../testing/run/index-worker.ts', import.meta.url));
const patient = { timeout: 60_000, interval: 20 };

let company: Company;
const on = openFieldSetup(() => company);
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const startWorker = () => {
  const child = spawn(process.execPath, [worker, company.urls.ownerUrl, company.urls.appUrl], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { kill, ended };
};

/** Validity of the indexes of fields. */
const found = async (): Promise<{ name: string; valid: boolean }[]> =>
  (
    await sql<{ name: string; valid: boolean }>`
      select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname like 'customer\_field\_%' order by 1`.execute(company.db)
  ).rows;

it.each(['its connection goes with it', 'its connection lives on'] as const)(
  'a process killed while it makes an index leaves nothing half made, where %s',
  async (what) => {
    const name = what === 'its connection lives on' ? '后来' : '先前';
    await on.design({}, [{ name, formType: 'text', isIndexed: 1 }]);
    const field = (await on.setUp()).find((one) => one.name === name);
    const index = indexName(customerType, field?.fieldId ?? 0);
    const saved = await on.save({ customer_name: `${name}公司` }, [{ fieldId: field?.fieldId, value: '值' }]);
    expect(saved.msg).toBe('');
    const holder = new pg.Client({ connectionString: company.urls.ownerUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    // the build waits for this transaction
    await holder.query('begin');
    await holder.query('update customer set remark = remark');
    const first = startWorker();
    await vi.waitFor(async () => expect(await found()).toContainEqual({ name: index, valid: false }), patient);
    await first.kill();
    if (what === 'its connection goes with it')
      await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jianye-index'`,
      );
    expect(await found()).toContainEqual({ name: index, valid: false });
    // lists do not count on it
    const data = [{ fieldName: name, condition: 'is', value: '值' }];
    const list = async () =>
      ((await on.ask('CrmCustomer/queryPageList', { data }, 'admin')).data as { list: unknown[] }).list;
    expect(await list()).toHaveLength(1);
    const second = startWorker();
    await holder.query('commit');
    await second.ended;
    expect((await found()).filter((one) => one.name === index)).toEqual([{ name: index, valid: true }]);
    const { rows } = await sql<{ ready: boolean }>`
      select is_index_ready as ready from record_field where field_id = ${field?.fieldId ?? 0}`.execute(company.db);
    expect(rows).toEqual([{ ready: true }]);
    expect(await list()).toHaveLength(1);
  },
  120_000,
);
