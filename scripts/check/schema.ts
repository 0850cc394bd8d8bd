import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { migrate, migrations } from '#server/platform/database/migrate.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Outcome } from './check.ts';

const snapshot = 'server/migrations/schema.snapshot';

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

interface Structures {
  /** Of a database that took all migrations at once. */
  readonly fresh: readonly string[];
  /** Of one that took them one by one, as installations do. */
  readonly stepped: readonly string[];
}

/** Differences between both databases and the committed structure. */
export function compare({ fresh, stepped }: Structures, picture: string): string[] {
  const known = picture.trimEnd().split('\n');
  // a line of the catalogue may span several lines of text, as functions do
  const lines = fresh.flatMap((line) => line.split('\n'));
  const differences = [
    ...without(fresh, stepped).map((line) => `only in a fresh database: ${line}`),
    ...without(stepped, fresh).map((line) => `only in a migrated one: ${line}`),
    ...without(lines, known).map((line) => `not in ${snapshot}: ${line}`),
    ...without(known, lines).map((line) => `only in ${snapshot}: ${line}`),
  ];
  const isSame = differences.length > 0 || known.join('\n') === lines.join('\n');
  return isSame ? differences : [`${snapshot} has the same lines in another order`];
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line)).map((line) => line.split('\n')[0] ?? '');
}

/**
 * A database migrated at once equals one migrated step by step, and both equal the committed structure: otherwise an
 * old migration was edited, or the committed file is outdated (`npm run check -- schema --update`).
 */
export async function schema(root: string, update: boolean): Promise<Outcome> {
  structuresRead ??= readStructures();
  const structures = await structuresRead;
  const file = join(root, snapshot);
  if (update) writeFileSync(file, `${structures.fresh.join('\n')}\n`);
  return {
    count: structures.fresh.length,
    things: 'parts of the structure',
    problems: compare(structures, readFileSync(file, 'utf8')),
  };
}

/** Once per process: they come from the migrations, whatever folder is checked. */
let structuresRead: Promise<Structures> | null = null;

async function readStructures(): Promise<Structures> {
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
    return { fresh: await catalog(atOnce.ownerUrl), stepped: await catalog(stepwise.ownerUrl) };
  } finally {
    await database.stop('fast');
    rmSync(folder, { recursive: true, force: true });
  }
}
