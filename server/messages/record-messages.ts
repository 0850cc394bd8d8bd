import type { Database } from '#server/platform/database/tables.ts';
import { onPeopleEvents, type PeopleEvent } from '#server/record/people-events.ts';
import { sendMessages, withdrawMessages, type NewMessage } from './send.ts';

const names = {
  team_added: 'team.added',
  team_removed: 'team.removed',
  team_left: 'team.left',
  mentioned: 'follow_up.mentioned',
} as const;

/**
 * People learn that they have joined or left the team of a record, and that a follow-up mentions them.
 * @internal
 */
export function listenToRecords(): void {
  onPeopleEvents(announce);
}

async function announce(db: Database, events: readonly PeopleEvent[]): Promise<void> {
  await withdrawMessages(
    db,
    events.flatMap(({ action, key }) => (action === 'mention_deleted' ? [key] : [])),
  );
  await sendMessages(
    db,
    events.flatMap((event) => messageOf(event)),
  );
}

function messageOf({ action, type, recordIds, userIds, causedBy, key, remarks = '' }: PeopleEvent): NewMessage[] {
  const [id] = recordIds;
  if (action === 'mention_deleted' || id === undefined) return [];
  const subject = recordIds.length === 1 ? { type, id } : { type, count: recordIds.length };
  // what quotes somebody is taken back with it
  const thread = action === 'mentioned' ? { thread: key } : {};
  return [{ name: names[action], to: userIds, causedBy, event: key, subject, remarks, ...thread }];
}
