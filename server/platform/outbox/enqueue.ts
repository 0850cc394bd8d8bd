import { sql, type RawBuilder } from 'kysely';
import '#server/platform/outbox/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

export interface NewEntry {
  readonly target: string;
  /** What it is about: of the same again nothing is sent. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The jobs of this process, by which entries are announced; set when the application is put together. */
let running: Jobs | undefined;
/** @internal */
export function announceBy(jobs: Jobs): void {
  running = jobs;
}

/** Lets entries leave, in the transaction of what happened: they leave when that commits, and never otherwise. */
export async function enqueue(db: Database, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = sql`select e.target, e.subject, e.payload
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (target text, subject text, payload jsonb)`;
  const { rows: added } = await sql<{ target: string }>`${addedEntries(rows)}`.execute(db);
  await announce(
    db,
    added.map(({ target }) => target),
  );
}

/**
 * Adds the rows of a query (`target`, `subject`, `payload`) and returns the `target` of each that is new; whoever runs it
 * announces those.
 */
export const addedEntries = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into outbox (target, subject, payload) ${rows}
  on conflict (target, subject) do nothing returning target`;

/** Has the due entries of targets delivered once the transaction commits. */
export async function announce(db: Database, targets: readonly string[], startAfterSeconds?: number): Promise<void> {
  for (const target of new Set(targets))
    await running?.send(db, 'outbox.deliver', { target }, startAfterSeconds === undefined ? {} : { startAfterSeconds });
}
