import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { migrate, migrations } from '#server/platform/database/migrate.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Outcome } from './check.ts';

const snapshot = fileURLToPath(new URL('../../server/migrations/schema.snapshot', import.meta.url));

const queries = [
  `select format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else 'null' end,
      a.attidentity::text || a.attgenerated::text, coalesce(pg_get_expr(d.adbin, d.adrelid), '')) as line
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint where connamespace = 'public'::regnamespace`,
  `select format('index %s', indexdef) as line from pg_indexes where schemaname = 'public'`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) as line from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  `select format('trigger %s', pg_get_triggerdef(oid)) as line from pg_trigger where not tgisinternal`,
  `select format('function %s', pg_get_functiondef(oid)) as line from pg_proc where pronamespace = 'public'::regnamespace`,
];

/** The structure of a database as sorted lines. */
async function catalog(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const query of queries)
      lines.push(...(await client.query<{ line: string }>(query)).rows.map((row) => row.line));
    return lines.sort();
  } finally {
    await client.end();
  }
}

const differences = (
  left: readonly string[],
  right: readonly string[],
  leftName: string,
  rightName: string,
): string[] => [
  ...left.filter((line) => !right.includes(line)).map((line) => `only in ${leftName}: ${line.split('\n')[0] ?? ''}`),
  ...right.filter((line) => !left.includes(line)).map((line) => `only in ${rightName}: ${line.split('\n')[0] ?? ''}`),
];

/** What two databases of the same migrations and the committed picture disagree about. */
export function compare(fresh: readonly string[], stepped: readonly string[], known: string): string[] {
  const problems = differences(fresh, stepped, 'a fresh database', 'a migrated one');
  if (known.trimEnd() !== fresh.join('\n'))
    problems.push(
      'the structure differs from server/migrations/schema.snapshot: an old migration was edited, or the picture is old (npm run check -- schema --update)',
    );
  return problems;
}

/** A database migrated at once equals one migrated step by step, and both the committed picture of the structure. */
export async function schema(update: boolean): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-schema-'));
  const database = await startEmbedded({
    dataDir: folder,
    log: openLog('silent'),
    ballastBytes: 0,
    testing: { settings: { shared_buffers: '32MB' } },
  });
  try {
    const [atOnce, stepwise] = [await database.createDatabase('at_once'), await database.createDatabase('stepwise')];
    await migrate(atOnce.ownerUrl);
    for (const { version } of migrations()) await migrate(stepwise.ownerUrl, { to: version });
    const fresh = await catalog(atOnce.ownerUrl);
    const stepped = await catalog(stepwise.ownerUrl);
    if (update) writeFileSync(snapshot, `${fresh.join('\n')}\n`);
    return {
      count: fresh.length,
      things: 'parts of the structure',
      problems: compare(fresh, stepped, readFileSync(snapshot, 'utf8')),
    };
  } finally {
    await database.stop('fast');
    rmSync(folder, { recursive: true, force: true });
  }
}
