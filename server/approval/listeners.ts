import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Something that happened to a document in approval. */
export interface ApprovalEvent {
  readonly type: RecordType;
  readonly approvalId: number;
  /** Names the change: the same for everything that it comes to, however often it is reported. */
  readonly key: string;
  readonly recordId: number;
  /** As in the log: `asked` names who has to decide now, `finished`, `rejected` and `returned` are for the author. */
  readonly action: string;
  /** Null for what happens by itself. */
  readonly userId: number | null;
  readonly authorId: number;
  readonly targets: readonly number[];
  /** Who has to decide afterwards. */
  readonly waiting: readonly number[];
  readonly remarks: string;
}

type Listener = (db: Database, actor: Actor | null, events: readonly ApprovalEvent[]) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Hears of what happens, in its transaction: messages and counters that must not be lost. Where modules are listed.
 * @internal
 */
export function onApprovalEvents(listener: Listener): void {
  listeners.push(listener);
}

export async function announceApproval(
  db: Database,
  actor: Actor | null,
  events: readonly ApprovalEvent[],
): Promise<void> {
  if (events.length > 0) for (const listener of listeners) await listener(db, actor, events);
}
