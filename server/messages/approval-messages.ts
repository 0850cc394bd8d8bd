import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { onApprovalEvents, type ApprovalEvent } from '#server/approval/listeners.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { sendMessages, type NewMessage, type SettledThread } from './send.ts';

/** Most important first: of several messages about one change a person gets the first. */
const notices: readonly Notice[] = [
  { name: 'approval.transferred', when: 'transferred', to: targets, isToDo: true, isQuoted: true },
  { name: 'approval.returned_to_you', when: 'returned', to: targetsButAuthor, isToDo: true, isQuoted: true },
  { name: 'approval.added', when: 'signers_added', to: targets, isToDo: true, isQuoted: true },
  { name: 'approval.asked', when: 'asked', to: targets, isToDo: true },
  { name: 'approval.asked', when: 'handed_over', to: targets, isToDo: true },
  { name: 'approval.urged', when: 'urged', to: targets, isToDo: true },
  { name: 'approval.overdue', when: 'overdue', to: targets, isToDo: true },
  { name: 'approval.passed', when: 'finished', to: author, isQuoted: true },
  { name: 'approval.rejected', when: 'rejected', to: author, isQuoted: true },
  { name: 'approval.returned', when: 'returned', to: author, isQuoted: true },
  { name: 'approval.taken_back', when: 'withdrawn', to: author, isQuoted: true },
  { name: 'approval.mentioned', when: 'commented', to: targets, isQuoted: true },
  { name: 'approval.commented', when: 'commented', to: author, isQuoted: true },
  { name: 'approval.copied', when: 'copied', to: targets },
];

interface Notice {
  readonly name: string;
  readonly when: string;
  readonly to: (event: ApprovalEvent) => readonly number[];
  /** It asks for a decision. */
  readonly isToDo?: true;
  /** With what was said: whoever is asked only because somebody else has passed it finds that in the document. */
  readonly isQuoted?: true;
}

function targets(event: ApprovalEvent): readonly number[] {
  return event.targets;
}

function author({ authorId }: ApprovalEvent): readonly number[] {
  return [authorId];
}

function targetsButAuthor({ targets: those, authorId }: ApprovalEvent): readonly number[] {
  return those.filter((userId) => userId !== authorId);
}

/** After these somebody who was asked need not decide any more. */
const settling: Readonly<Record<string, MessageKey>> = {
  withdrawn: 'message.settled_withdrawn',
  transferred: 'message.settled_transferred',
  handed_over: 'message.settled_handed',
  passed: 'message.settled',
  rejected: 'message.settled',
  returned: 'message.settled',
  signers_added: 'message.settled',
};

/**
 * People learn what happens to documents in approval, whatever type they are of.
 * @internal
 */
export function listenToApprovals(): void {
  onApprovalEvents(announce);
}

async function announce(db: Database, actor: Actor | null, events: readonly ApprovalEvent[]): Promise<void> {
  const changes = [...Map.groupBy(events, ({ approvalId }) => approvalId).values()];
  await sendMessages(
    db,
    changes.flatMap((change) => messagesOf(change, actor?.userId ?? null)),
    changes.flatMap((change) => settledBy(change)),
  );
}

const threadOf = ({ approvalId }: ApprovalEvent): string => `approval/${approvalId}`;

/** One message for each person whom a change concerns. */
function messagesOf(change: readonly ApprovalEvent[], actorId: number | null): NewMessage[] {
  const told = new Set<number | null>([actorId]);
  const remarks = change.find((one) => one.remarks !== '')?.remarks ?? '';
  return notices
    .flatMap(({ when, ...notice }) =>
      change.filter(({ action }) => action === when).map((event) => ({ event, ...notice })),
    )
    .flatMap(({ event, name, to, isToDo, isQuoted }) => {
      const people = to(event).filter((userId) => !told.has(userId));
      for (const userId of people) told.add(userId);
      const rest = { ...(isQuoted && { remarks }), ...(isToDo && { thread: threadOf(event) }) };
      return people.length === 0
        ? []
        : [messageOf(name, event, { to: people, causedBy: event.userId ?? actorId, ...rest })];
    })
    .concat(
      change
        .filter(({ action }) => action === 'withdrawn')
        .map((event) =>
          messageOf('approval.withdrawn', event, {
            to: { waitingFor: threadOf(event) },
            causedBy: event.userId,
            remarks,
          }),
        ),
    );
}

/** Whoever submitted a document is named by those who are asked, not who passed the step before. */
const messageOf = (
  name: string,
  { type, recordId, authorId, key }: ApprovalEvent,
  rest: Omit<NewMessage, 'name' | 'event' | 'subject'>,
): NewMessage => ({
  ...rest,
  name,
  event: `approval/${key}`,
  subject: { type, id: recordId },
  ...(name === 'approval.asked' || name === 'approval.overdue' ? { causedBy: authorId } : {}),
});

function settledBy(change: readonly ApprovalEvent[]): SettledThread[] {
  const decided = change.find(({ action }) => action in settling);
  const as = decided && settling[decided.action];
  return decided && as ? [{ thread: threadOf(decided), by: decided.userId, as, openFor: decided.waiting }] : [];
}
