import { sql } from 'kysely';
import { readState, type StaffPerson } from '#server/modules/admin/staff-sheets/state.ts';
import { recordAll, valuesNow, type WrittenStaff } from '#server/modules/admin/staff-sheets/write.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { userStatus } from '#shared/admin/user-calls.ts';

/**
 * Removes people who have done nothing yet, and disables those of them whom something refers to. Who has logged in, was
 * changed since or has somebody below stays, with the name in `kept`.
 */
export async function removePeople(
  db: Database,
  actor: Actor,
  made: WrittenStaff['made'],
  kept: string[],
): Promise<{ removedSize: number; disabledSize: number }> {
  const state = await readState(db, actor);
  const byId = new Map(state.people.map((person) => [person.userId, person]));
  const fresh = await freshAmong(
    db,
    made.map(({ userId }) => userId),
  );
  const unused = new Map<number, StaffPerson>();
  for (const { userId, after } of made) {
    const person = byId.get(userId);
    if (!person || person.isDisabled) continue;
    const now = valuesNow(person);
    const isSame = Object.entries(after).every(([name, value]) => now[name as keyof typeof now] === value);
    if (isSame && fresh.has(userId) && person.isReachable) unused.set(userId, person);
    else kept.push(person.realname);
  }
  // nobody is left below somebody who is gone
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const { userId, parentId, isDisabled } of state.people) {
      const superior = unused.get(parentId);
      if (!superior || isDisabled || unused.has(userId)) continue;
      unused.delete(parentId);
      kept.push(superior.realname);
      isMore = true;
    }
  }
  const named = await namedAmong(db, [...unused.keys()]);
  const free = [...unused.keys()].filter((userId) => !named.has(userId));
  const removed = await removeUnnamed(db, free);
  const isRemoved = new Set(removed);
  const disabled = [...unused.keys()].filter((userId) => !isRemoved.has(userId));
  if (disabled.length > 0) {
    await db.updateTable('app_user').set({ status: userStatus.disabled }).where('user_id', 'in', disabled).execute();
    await db.deleteFrom('password_link').where('user_id', 'in', disabled).execute();
    await endLogins(db, { userIds: disabled, reason: 'disabled' });
  }
  await recordAll(db, actor, 'user.delete', 'user', removed);
  await recordAll(db, actor, `user.status ${userStatus.disabled}`, 'user', disabled);
  return { removedSize: removed.length, disabledSize: disabled.length };
}

/** Who has never logged in. */
async function freshAmong(db: Database, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from app_user where user_id = any(${userIds}::int[]) and status = ${userStatus.fresh}
      and last_login_time is null`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}

/** Whom a list of people names somewhere: no foreign key keeps those. */
async function namedAmong(db: Database, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from people_in_lists(${userIds}::int[]) as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** People removed by one statement: the database looks for each of them in every table that can name somebody. */
const together = 50;

/** Those of the people to whom nothing refers; halves are tried where something refers to one of them. */
async function removeUnnamed(db: Database, userIds: readonly number[]): Promise<number[]> {
  const removed: number[] = [];
  const parts: number[][] = [];
  for (let at = 0; at < userIds.length; at += together) parts.push(userIds.slice(at, at + together));
  for (let part = parts.pop(); part; part = parts.pop())
    if (await tryRemove(db, part)) removed.push(...part);
    else if (part.length > 1) {
      const half = Math.ceil(part.length / 2);
      parts.push(part.slice(0, half), part.slice(half));
    }
  return removed;
}

/** Whether they are gone; nothing is done while anything refers to one of them. */
async function tryRemove(db: Database, userIds: readonly number[]): Promise<boolean> {
  await sql`savepoint staff_removal`.execute(db);
  try {
    await sql`delete from user_role where user_id = any(${userIds}::int[])`.execute(db);
    await sql`delete from password_link where user_id = any(${userIds}::int[])`.execute(db);
    await sql`delete from app_user where user_id = any(${userIds}::int[])`.execute(db);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== foreignKeyViolation) throw error;
    await sql`rollback to savepoint staff_removal`.execute(db);
    return false;
  }
}

const foreignKeyViolation = '23503';
