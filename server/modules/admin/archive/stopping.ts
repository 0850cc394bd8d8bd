import { sql } from 'kysely';
import '#server/modules/admin/archive/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { readDiskSpace, type Reserve } from '#server/platform/database/embedded/disk-space.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';
import { archiveAccess, type ArchiveReason } from '#shared/admin/archive/archive-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Why an archive is given up, so that trying again would not help. `removed`: nobody wants it any more. */
export class ArchiveStopped extends Error {
  readonly reason: ArchiveReason | 'removed';

  constructor(reason: ArchiveReason | 'removed') {
    super(`the archive is given up: ${reason}`);
    this.reason = reason;
  }
}

/** An archive shows everything to whoever has it, which only a super administrator sees anyway. */
export const mayArchive = (actor: Actor): boolean => actor.rights.isSuperAdmin && actor.mayDo(archiveAccess);

/** The maker with the rights of now. @throws ArchiveStopped once they are not enough */
export async function makerNow({ gate }: Pick<Services, 'gate'>, db: Database, userId: number): Promise<Actor> {
  try {
    const actor = await gate.actorFor(db, userId);
    if (mayArchive(actor)) return actor;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'session.revoked')) throw error;
  }
  throw new ArchiveStopped('rights');
}

/** An archive must not be what fills the disk and so stops all writes (security D8). */
export async function hasRoom(dataDir: string, reserve: Reserve, needed = 0): Promise<boolean> {
  const { free, total } = await readDiskSpace(dataDir);
  return free - needed >= reserve(total);
}

/** What an archive takes at most: all files, and rows at less than half of what their tables take. */
export async function neededBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(pg_table_size(oid)), 0) / 2 from pg_class
              where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace)
          + (select coalesce(sum(size), 0) from stored_file))::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

interface Watched {
  readonly archiveId: number;
  readonly userId: number;
  readonly signal: AbortSignal;
  readonly reserve: Reserve;
  /** Milliseconds between two looks. */
  readonly every: number;
}

/** Called with every few rows and files that are written: keeps the progress, and throws when it has to end. */
export type Step = (count: number) => Promise<void>;

/** Looks beside the snapshot, which knows nothing of what has changed since. */
export function watching(services: Services, { archiveId, userId, signal, reserve, every }: Watched): Step {
  const { db } = services.pool;
  let done = 0;
  let last = performance.now();
  return async (count) => {
    done += count;
    signal.throwIfAborted();
    if (performance.now() - last < every) return;
    const { numUpdatedRows } = await db
      .updateTable('company_archive')
      .set({ done })
      .where('archive_id', '=', archiveId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ArchiveStopped('removed');
    await makerNow(services, db, userId);
    if (!(await hasRoom(services.config.dataDir, reserve))) throw new ArchiveStopped('disk');
    last = performance.now();
  };
}
