import { sql } from 'kysely';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import { readEveryone, type Everyone } from '#server/platform/access/everyone.ts';
import { organisationChanged, rolesChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { lackingNames } from './lacking-names.ts';
import { lackingOf } from './gains.ts';
import { beyondOf, joined, type Beyond } from './measure.ts';

/** What was done, or what it would have given that the actor lacks; then nothing was done. */
export type Attempt<T> =
  | { readonly done: true; readonly result: T }
  | { readonly done: false; readonly beyond: Beyond; readonly everyone: Everyone };

interface Options {
  /** Set where work writes nothing but roles, what they allow and who has them. */
  readonly writes?: 'roles';
  /** What happens to what is taken away and the actor could not give back; it may be taken unless this is set. */
  readonly keeps?: 'refused' | 'asked';
}

/**
 * Runs work that writes roles, their rights, staff, departments or superiors: every such write goes through here. The
 * rights of everybody are compared before and after it, under the lock of the organisation, so that what is compared is
 * what will be committed (security A15). Work that gives somebody what the actor lacks is taken back.
 * @throws AppError `rights.kept`
 */
export async function attemptRights<T>(
  db: Database,
  actor: Actor,
  work: () => Promise<T>,
  { writes, keeps }: Options = {},
): Promise<Attempt<T>> {
  await (writes === 'roles' ? rolesChanged(db) : organisationChanged(db));
  const before = await readEveryone(db);
  const giver = rightsNow(before, actor);
  await sql`savepoint rights_change`.execute(db);
  // says so to whoever watches these tables
  await sql`select set_config('jianye.rights_change', 'on', true)`.execute(db);
  const result = await work();
  await sql`select set_config('jianye.rights_change', 'off', true)`.execute(db);
  if (giver.isSuperAdmin) return { done: true, result };
  const after = await readEveryone(db);
  const lost = keeps ? beyondOf(giver, after, before, { heldOnly: true }) : null;
  if (lost && keeps === 'refused')
    throw new AppError('rights.kept', { names: lackingNames(lost.lacking, actor.language) });
  const gained = beyondOf(giver, before, after);
  const beyond = lost && gained ? together(giver, lost, gained) : (lost ?? gained);
  if (!beyond) return { done: true, result };
  await sql`rollback to savepoint rights_change`.execute(db);
  return { done: false, beyond, everyone: before };
}

/** As `attemptRights`, for what is refused instead of asked for. @throws AppError `rights.lacking`, `rights.kept` */
export async function changingRights<T>(
  db: Database,
  actor: Actor,
  work: () => Promise<T>,
  options?: Options,
): Promise<T> {
  const attempt = await attemptRights(db, actor, work, options);
  if (attempt.done) return attempt.result;
  throw new AppError('rights.lacking', { names: lackingNames(attempt.beyond.lacking, actor.language) });
}

const together = (giver: Rights, one: Beyond, other: Beyond): Beyond => {
  const gains = joined(one.gains, other.gains);
  const people = new Map([...one.people, ...other.people]);
  return { gains, people, lacking: lackingOf(giver, gains) ?? one.lacking };
};

/** The actor's rights at this moment: the request may have begun before somebody changed them. */
const rightsNow = ({ people, rightsOf }: Everyone, { userId }: Actor): Rights => {
  if (!people.get(userId)?.isActive) throw new AppError('session.revoked');
  return rightsOf(userId);
};
