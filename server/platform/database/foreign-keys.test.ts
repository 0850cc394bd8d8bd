import { escapeIdentifier } from 'pg';
import { expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { copyOf, prepared } from '#server/testing/test-database.ts';

it('what points to others is found by an index, so that deleting one is as fast in a large company', async () => {
  const { ownerUrl } = await copyOf(prepared);
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ table_name: string; column_name: string }>(`
      select t.relname as table_name, a.attname as column_name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`);
    expect(rows.length).toBeGreaterThan(200);
    await client.query('set enable_seqscan = off');
    const unindexed: string[] = [];
    for (const { table_name: name, column_name: column } of rows) {
      const [table, key] = [escapeIdentifier(name), escapeIdentifier(column)];
      // as the database looks: by a value that the plan does not know
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select 1 from ${table} where ${key} = (select ${key} from ${table} limit 1)`,
      );
      if (!plan.some((line) => line['QUERY PLAN'].includes('Index Cond'))) unindexed.push(`${name}.${column}`);
    }
    expect(unindexed, 'select index_foreign_keys() at the end of the migration makes them').toEqual([]);
  });
});
