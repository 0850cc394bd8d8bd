import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Something that concerns people about records of any type. */
export interface PeopleEvent {
  readonly action: 'team_added' | 'team_removed' | 'team_left' | 'mentioned' | 'mention_deleted';
  readonly type: RecordType;
  readonly recordIds: readonly number[];
  readonly userIds: readonly number[];
  readonly causedBy: number;
  /** Names what happened: the same each time that it is reported. */
  readonly key: string;
  readonly remarks?: string;
}

type Listener = (db: Database, events: readonly PeopleEvent[]) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Hears of them in their transaction. Where modules are listed.
 * @internal
 */
export function onPeopleEvents(listener: Listener): void {
  listeners.push(listener);
}

export async function reportToPeople(db: Database, events: readonly PeopleEvent[]): Promise<void> {
  if (events.length > 0) for (const listener of listeners) await listener(db, events);
}
