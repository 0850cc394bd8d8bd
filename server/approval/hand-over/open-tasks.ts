import { sql } from 'kysely';
import { peopleFor } from '#server/approval/company-people.ts';
import { announceChanges, changeOf } from '#server/approval/decisions/decide-all.ts';
import { dueTimesBy } from '#server/approval/decisions/due-times.ts';
import { loadApprovals, requirePlace } from '#server/approval/decisions/load.ts';
import { storeChanges } from '#server/approval/decisions/store.ts';
import { handOver } from '#server/approval/plan/hand-over.ts';
import type { People } from '#server/approval/plan/people.ts';
import { approvalSubjects, approvedTypeNames } from '#server/approval/subjects.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { listedHolding } from '#server/platform/hand-over/listed-holding.ts';
import { system } from '#server/record/access/system.ts';
import { titlesOf } from '#server/record/hand-over/records.ts';
import { recordModule } from '#server/record/registry.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Entry {
  readonly approvalId: number;
  readonly toUserId: number;
}

/** Approvals that wait for a person's decision. */
export const openTasks = listedHolding<Entry>({
  name: 'approval',
  titleOf: (language) => translate(language, 'hand_over.approvals'),
  shownWith: approvedTypeNames,
  // who sets up who decides
  mayMove: (actor) => actor.mayDo('manage:examineFlow:update'),
  itemsOf: async (db, userIds) => {
    const codes = approvalSubjects().map(({ type }) => type.code);
    const { rows } = await sql<HeldItem & { id: number }>`
      select distinct approval_id as id, user_id as "userId", approval_id::text as item from approval_task
      where user_id = any(${[...userIds]}::int[]) and state = 'pending' and type_code = any(${codes}::int[])
      order by 1`.execute(db);
    return rows;
  },
  nameOf: async (db, actor, item) => {
    const { typeCode, recordId } = await requirePlace(db, Number(item));
    const { type } = recordModule(typeCode);
    const title = (await titlesOf(db, actor, type, [String(recordId)])).get(String(recordId));
    return [translate(actor.language, type.name as MessageKey), title ?? `#${recordId}`].join(' ');
  },
  move: async (db, actor, { item, fromUserId, toUserId }) => {
    const approvalId = Number(item);
    await ask(db, actor, approvalId, { fromUserId, toUserId });
    return { approvalId, toUserId };
  },
  moveBack: (db, actor, { approvalId, toUserId }, { fromUserId }) =>
    ask(db, actor, approvalId, { fromUserId: toUserId, toUserId: fromUserId }),
});

interface Move {
  readonly fromUserId: number;
  readonly toUserId: number;
}

/**
 * Asks one person in place of another, as if that one were away. @throws AppError `hand_over.moved`,
 * `hand_over.cannot_decide` for who may not read the document or decide on it
 */
async function ask(db: Database, actor: Actor, approvalId: number, { fromUserId, toUserId }: Move): Promise<void> {
  const { typeCode, recordId } = await requirePlace(db, approvalId);
  const { type } = recordModule(typeCode);
  const { live } = system('open approvals wait for somebody, whoever may see their documents', type);
  const { rows } = await sql<{ owner: number | null }>`
    select r.owner_user_id as owner from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${recordId} and ${live} for update`.execute(db);
  const [stored] = await loadApprovals(db, [approvalId], new Map([[approvalId, rows[0]?.owner ?? null]]));
  const waits = stored?.approval.tasks.some(({ userId, state }) => userId === fromUserId && state === 'pending');
  if (!stored || !waits) throw new AppError('hand_over.moved');
  const people = await peopleFor(db, actor.rights.version, type, stored.now);
  const outcome = handOver(awayFor(people, fromUserId, toUserId), stored.approval);
  const asked = outcome?.approval.tasks.some(({ userId, state }) => userId === toUserId && state === 'pending');
  if (!outcome || !asked) throw new AppError('hand_over.cannot_decide');
  const change = await changeOf(dueTimesBy(db), stored, outcome, '');
  await storeChanges(db, [change]);
  await announceChanges(db, actor, [change]);
}

/** The company while one person is away and another decides in that one's place. */
const awayFor = (people: People, fromUserId: number, toUserId: number): People => ({
  ...people,
  isActive: (userId) => userId === fromUserId || people.isActive(userId),
  mayRead: (userId) => userId === fromUserId || people.mayRead(userId),
  standInOf: (userId) => (userId === fromUserId ? toUserId : null),
});
