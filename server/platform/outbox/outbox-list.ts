import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { announce } from '#server/platform/outbox/enqueue.ts';
import '#server/platform/outbox/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { OutboxRow } from '#shared/platform/outbox-calls.ts';
import { outboxStates } from '#shared/platform/outbox-states.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

/** An entry as its pages show it. */
export interface ListedEntry {
  readonly id: number;
  readonly target: string;
  readonly state: number;
  readonly tries: number;
  readonly reason: string;
  readonly detail: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createTime: string;
  readonly finishTime: string | null;
  readonly nextTime: string | null;
}

interface Asked {
  readonly targets: readonly string[];
  readonly state?: number | undefined;
  /** A further condition on the entries, called `o`. */
  readonly where?: RawBuilder<boolean> | undefined;
}

/** Entries of targets, the newest first, and how many there are. */
export async function listEntries(
  db: Database,
  { targets, state, where: further }: Asked,
  { limit, offset }: Slice,
): Promise<{ entries: ListedEntry[]; total: number }> {
  const conditions = [sql<boolean>`o.target = any(${[...targets]}::text[])`];
  if (state !== undefined) conditions.push(sql<boolean>`o.state = ${state}`);
  if (further) conditions.push(further);
  const where = sql.join(conditions, sql` and `);
  const { rows: entries } = await sql<ListedEntry>`
    select o.outbox_id as id, o.target, o.state::int, o.tries::int, o.reason, o.detail, o.payload, o.created_at as "createTime",
      o.finished_at as "finishTime", case when o.state = 0 then o.next_try_at end as "nextTime"
    from outbox o where ${where} order by o.outbox_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from outbox o where ${where}`.execute(db);
  return { entries, total: rows[0]?.total ?? 0 };
}

/** Why an entry stands where it stands, in words; '' where there is nothing to say. */
function reasonWords({ reason, detail }: Pick<ListedEntry, 'reason' | 'detail'>, language: Language): string {
  const key = `outbox.reason_${reason}`;
  const words = reason !== '' && isMessageKey(key) ? translate(language, key) : '';
  return [words, detail].filter((part) => part !== '').join(' · ');
}

/** The part of an entry that every page of entries shows. */
export const asOutboxRow = (entry: ListedEntry, language: Language): OutboxRow => ({
  id: entry.id,
  state: entry.state,
  tries: entry.tries,
  reason: reasonWords(entry, language),
  createTime: entry.createTime,
  finishTime: entry.finishTime ?? '',
  nextTime: entry.nextTime ?? '',
});

/**
 * Sends failed entries again, with the same id, as the target may have had them. @throws AppError `access.record` where
 * one of them is none of these targets, `outbox.not_failed`
 */
export async function repeatEntries(
  db: Database,
  actor: Actor,
  targets: readonly string[],
  ids: readonly number[],
): Promise<void> {
  const states = await heldStates(db, targets, ids);
  if (states.some((state) => state !== outboxStates.failed)) throw new AppError('outbox.not_failed');
  await sendAgain(db, actor, ids);
}

/**
 * As `repeatEntries`, for entries that are over, however they ended. @throws AppError `access.record`; `refusal` where one of
 * them waits
 */
export async function replayEntries(
  db: Database,
  actor: Actor,
  {
    targets,
    ids,
    refusal,
  }: { readonly targets: readonly string[]; readonly ids: readonly number[]; readonly refusal: ErrorCode },
): Promise<void> {
  const states = await heldStates(db, targets, ids);
  if (states.includes(outboxStates.waiting)) throw new AppError(refusal);
  await sendAgain(db, actor, ids);
}

async function sendAgain(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  await logEntries(db, actor, 'outbox.repeat', ids);
  const { rows } = await sql<{ target: string }>`
    update outbox set state = ${outboxStates.waiting}, tries = 0, next_try_at = now(), finished_at = null, reason = '', detail = ''
    where outbox_id = any(${[...ids]}::int[]) returning target`.execute(db);
  await announce(
    db,
    rows.map(({ target }) => target),
  );
}

/** Gives failed entries up. @throws AppError as `repeatEntries` */
export async function dropEntries(
  db: Database,
  actor: Actor,
  targets: readonly string[],
  ids: readonly number[],
): Promise<void> {
  const states = await heldStates(db, targets, ids);
  if (states.some((state) => state !== outboxStates.failed)) throw new AppError('outbox.not_failed');
  await logEntries(db, actor, 'outbox.drop', ids);
  await sql`update outbox set state = ${outboxStates.dropped}, finished_at = now()
    where outbox_id = any(${[...ids]}::int[])`.execute(db);
}

const logEntries = (db: Database, { userId, address }: Actor, what: string, ids: readonly number[]): Promise<void> =>
  audit(db, { userId, what, subject: ids.join(','), result: 'done', address });

/** Locks entries of these targets and gives their states. @throws AppError `access.record` */
async function heldStates(db: Database, targets: readonly string[], ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ state: number }>`
    select state::int from outbox where outbox_id = any(${[...ids]}::int[]) and target = any(${[...targets]}::text[])
    order by outbox_id for update`.execute(db);
  if (rows.length !== new Set(ids).size) throw new AppError('access.record');
  return rows.map(({ state }) => state);
}
