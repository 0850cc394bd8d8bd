import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readDiskSpace } from '#server/platform/database/embedded/disk-space.ts';
import { readUsage } from '#server/platform/files/usage.ts';
import type { operationCalls } from '#shared/admin/operation/operation-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

const shownTables = 12;
const shownPeople = 10;

/**
 * How much space the database, its largest tables and the stored files take, whose files take most, what the quotas allow
 * and what is free.
 */
export async function storageOf(
  db: Database,
  { rights: { version } }: Pick<Actor, 'rights'>,
  dataDir: string,
): Promise<OutputOf<typeof operationCalls.storage>> {
  const { rows: tables } = await sql<{ kind: string; count: number; bytes: number }>`
    select c.relname as kind, greatest(c.reltuples, 0)::bigint as count, pg_total_relation_size(c.oid) as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'm')
    order by pg_total_relation_size(c.oid) desc limit ${shownTables}`.execute(db);
  const { rows: files } = await sql<{ kind: string; count: number; bytes: number }>`
    select file_type as kind, count(*) as count, coalesce(sum(size), 0)::bigint as bytes from stored_file
    group by file_type order by file_type`.execute(db);
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  const { inAll, perUser, people } = await readUsage(db, shownPeople);
  const names = await directoryOf(db, version);
  const disk = await readDiskSpace(dataDir).catch(() => null);
  return {
    databaseBytes: rows[0]?.bytes ?? 0,
    tables,
    files,
    usage: {
      ...inAll,
      perPerson: perUser,
      people: people.map((one) => ({ ...one, userName: names.user(one.userId) ?? '' })),
    },
    disk: disk && { free: disk.free, total: disk.total },
  };
}
