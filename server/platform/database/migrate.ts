import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const folder = new URL('../../migrations/', import.meta.url);

/** Any number; the same in every process, so that two starts apply a migration once (security D14). */
const lockKey = 7_420_001;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** All migrations, in order. Files are named `NNNN_what.sql`. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

export interface MigrateOptions {
  /** Stop after this version. */
  readonly to?: number;
  /** Role that gets the rights of the application, when it is not the owner itself. */
  readonly appRole?: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Applies missing migrations, each in its own transaction, under an advisory lock. Returns the version reached. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined); // the next query fails with it
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migration (version int primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ version: number }>('select version from schema_migration order by version');
    const applied = new Set(rows.map((row) => row.version));
    let reached = rows.at(-1)?.version ?? 0;
    for (const migration of migrations()) {
      if (applied.has(migration.version) || migration.version > (options.to ?? Infinity)) continue;
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into schema_migration (version, name) values ($1, $2)', [
          migration.version,
          migration.name,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${migration.version} ${migration.name} failed`, { cause: error });
      }
      reached = migration.version;
    }
    if (options.appRole) await grantTo(client, options.appRole);
    return reached;
  } finally {
    await client.end();
  }
}

/** The application reads and writes rows, but changes no structure and no history (security O5, O6). */
async function grantTo(client: pg.Client, role: string): Promise<void> {
  const name = quoted(role);
  await client.query(`grant usage on schema public to ${name}`);
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${name}`);
  await client.query(`grant usage on all sequences in schema public to ${name}`);
  await client.query(`revoke insert, update, delete on schema_migration from ${name}`);
  const { rows } = await client.query<{ tables: string }>(
    "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public' and tablename in ('audit', 'operation_log', 'event', 'approval_log', 'setting_change', 'ledger_entry', 'ledger_freeze', 'erasure', 'erasure_record')",
  );
  if (rows[0]?.tables) await client.query(`revoke update, delete, truncate on ${rows[0].tables} from ${name}`);
}
