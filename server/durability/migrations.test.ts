import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

/** Structure, rights, queues and the list of migrations, as sorted lines. */
const structure = `
  select string_agg(line, chr(10) order by line) as text from (
    select format('column %s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema in ('public', 'pgboss')
    union all select 'index ' || indexdef from pg_indexes where schemaname in ('public', 'pgboss')
    union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('function %s %s', oid::regprocedure, md5(prosrc)) from pg_proc
      where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    union all select format('right %s.%s %s %s', table_schema, table_name, grantee, privilege_type)
      from information_schema.role_table_grants where table_schema in ('public', 'pgboss')
    union all select format('queue %s %s %s', name, policy, retry_limit) from pgboss.queue
    union all select format('migration %s %s', version, name) from schema_migration
  ) as lines`;

let expected: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  const urls = await emptyDatabase();
  expect(await preparing(urls).ended).toBe(0);
  expected = await structureOf(urls);
  expect(expected.split('\n').filter((line) => line.startsWith('migration')).length).toBeGreaterThan(5);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process that does what every start does to the database. */
function preparing(urls: DatabaseUrls): { child: ChildProcess; ended: Promise<number | null> } {
  const code = `
    import { prepareDatabase } from ${JSON.stringify(new URL('../start-up.ts', import.meta.url).href)};
    await prepareDatabase(${JSON.stringify(urls)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return { child, ended: new Promise((done) => child.once('exit', done)) };
}

const structureOf = (urls: DatabaseUrls): Promise<string> =>
  withClient(urls.ownerUrl, async (client) => {
    const { rows } = await client.query<{ text: string }>(structure);
    return rows[0]?.text ?? '';
  });

/** How far a database is: its migrations, then its queues. */
const steps = (urls: DatabaseUrls): Promise<number> =>
  withClient(urls.ownerUrl, async (client) => {
    const { rows } = await client.query<{ made: boolean; queues: boolean }>(
      "select to_regclass('schema_migration') is not null as made, to_regclass('pgboss.queue') is not null as queues",
    );
    const counts = [
      ...(rows[0]?.made ? ['select count(*)::int as n from schema_migration'] : []),
      ...(rows[0]?.queues ? ['select count(*)::int as n from pgboss.queue'] : []),
    ];
    let sum = 0;
    for (const count of counts) sum += (await client.query<{ n: number }>(count)).rows[0]?.n ?? 0;
    return sum;
  });

it(
  'the next start completes what a killed one began, wherever that was (security D14)',
  async () => {
    const rounds = repetitions(30);
    let interrupted = 0;
    for (let round = 0; round < rounds; round += 1) {
      const urls = await emptyDatabase();
      // early ones fall into the migrations, late ones into the queues
      const goal = Math.round((round * 18) / rounds);
      const first = preparing(urls);
      while (first.child.exitCode === null && (await steps(urls)) < goal) await sleep(1);
      first.child.kill('SIGKILL');
      if ((await first.ended) === null) interrupted += 1;
      expect(await preparing(urls).ended).toBe(0);
      expect(await structureOf(urls)).toBe(expected);
    }
    expect(interrupted).toBeGreaterThan(rounds / 2);
  },
  isSoak ? 600_000 : 120_000,
);

it('processes that start at once apply everything once (security D14)', async () => {
  const urls = await emptyDatabase();
  const together = [preparing(urls), preparing(urls), preparing(urls)];
  expect(await Promise.all(together.map((one) => one.ended))).toEqual([0, 0, 0]);
  expect(await structureOf(urls)).toBe(expected);
});
