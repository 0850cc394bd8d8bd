import type { Rights } from '#server/platform/access/actor.ts';
import type { Everyone } from '#server/platform/access/everyone.ts';
import type { Gains } from '#shared/admin/rights-change.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import { addPersonGains, addRoleGains, GainList, lackingOf, type Lacking } from './gains.ts';

/** What a change gives that its giver lacks. */
export interface Beyond {
  readonly gains: Gains;
  readonly lacking: Lacking;
  /** The people who gain something that the giver lacks, each with what they gain. */
  readonly people: ReadonlyMap<number, Gains>;
}

/**
 * Compares two moments: what roles and people have at the second one and had not at the first. Null when `giver` may give
 * all of it (security A15). With `heldOnly` people count whose own roles or whose roles' contents have changed, and not
 * those who were moved.
 */
export function beyondOf(
  giver: Rights,
  before: Everyone,
  after: Everyone,
  { heldOnly = false }: { readonly heldOnly?: boolean } = {},
): Beyond | null {
  if (giver.isSuperAdmin) return null;
  const all = new GainList();
  const people = new Map<number, Gains>();
  let isBeyond = false;
  for (const role of after.roles.values()) {
    const former = before.roles.get(role.roleId);
    if (former?.key === role.key) continue;
    const gained = new GainList();
    if (role.isActive) addRoleGains(gained, former?.isActive ? former : null, role);
    if (lackingOf(giver, gained.asGains())) isBeyond = true;
    all.addAll(gained);
  }
  for (const userId of changedPeople(before, after, heldOnly)) {
    const gained = gainedBy(userId, before, after);
    if (lackingOf(giver, gained.asGains())) people.set(userId, gained.asGains());
    all.addAll(gained);
  }
  if (!isBeyond && people.size === 0) return null;
  const gains = all.asGains();
  const lacking = lackingOf(giver, gains);
  return lacking && { gains, lacking, people };
}

/** Whom a change may have given something, each with what they gain by it, which may be nothing. */
export const gainsOfPeople = (before: Everyone, after: Everyone): Map<number, Gains> =>
  new Map(changedPeople(before, after, false).map((userId) => [userId, gainedBy(userId, before, after).asGains()]));

function gainedBy(userId: number, before: Everyone, after: Everyone): GainList {
  const gained = new GainList();
  const was = before.people.get(userId);
  addPersonGains(gained, {
    userId,
    before: was?.isActive ? before.rightsOf(userId) : null,
    after: after.rightsOf(userId),
    existed: (id) => before.people.has(id),
    isLabelled: (roleId) => (after.roles.get(roleId)?.label ?? null) !== null,
  });
  return gained;
}

/**
 * Everything that somebody may do and reach, as gained by whoever knows the secret of the login; a disabled person counts
 * as what they would be.
 */
export const gainsOfLogin = ({ rightsOf, roles }: Everyone, userId: number): Gains =>
  gainsOfRights(rightsOf(userId), (roleId) => (roles.get(roleId)?.label ?? null) !== null);

/** The same of rights that nobody need have. */
export function gainsOfRights(rights: Rights, isLabelled: (roleId: number) => boolean): Gains {
  const list = new GainList();
  // nobody's own records: those of the person count too
  addPersonGains(list, { userId: 0, before: null, after: rights, existed: () => true, isLabelled });
  return list.asGains();
}

/** Both together. */
export function joined(...parts: readonly Gains[]): Gains {
  const list = new GainList();
  for (const part of parts) list.addAll(GainList.from(part));
  return list.asGains();
}

/**
 * Whether somebody who may know a person's secret lacks some of what that person gains, at one of the moments: as it was before
 * the change, or as it is after it. Whoever is disabled or gone has nothing (security A15).
 */
export const isKnownToLesser = (
  moments: readonly Everyone[],
  { userId, knownTo }: { readonly userId: number; readonly knownTo: readonly number[] },
  gains: Gains,
): boolean =>
  knownTo.some(
    (id) =>
      id !== userId &&
      moments.some(
        ({ people, rightsOf }) => lackingOf(rightsOf(people.get(id)?.isActive ? id : nobody), gains) !== null,
      ),
  );

/** An id that nobody has, and so no role. */
const nobody = 0;

/** The people whose rights may be others now. */
function changedPeople(before: Everyone, after: Everyone, heldOnly: boolean): number[] {
  const isReordered = !heldOnly && structureOf(before) !== structureOf(after);
  const keysOf = ({ roles, rolesOf }: Everyone, userId: number): string =>
    rolesOf(userId)
      .map((roleId) => `${roleId} ${roles.get(roleId)?.key ?? ''}`)
      .join();
  return [...after.people.values()].flatMap(({ user_id: userId, isActive }) => {
    if (!isActive) return [];
    const isEnabled = !heldOnly && before.people.get(userId)?.isActive !== true;
    const isChanged = isEnabled || keysOf(before, userId) !== keysOf(after, userId);
    return isChanged || (isReordered && isMovable(after, userId)) ? [userId] : [];
  });
}

/** Whether somebody's reach depends on who is where. */
const isMovable = ({ roles, rolesOf }: Everyone, userId: number): boolean =>
  rolesOf(userId).some((roleId) => {
    const scope = roles.get(roleId)?.dataType ?? dataScopes.self;
    return scope !== dataScopes.self && scope !== dataScopes.all;
  });

const structureOf = ({ people, departments }: Everyone): string =>
  JSON.stringify([
    [...people.values()]
      .toSorted((left, right) => left.user_id - right.user_id)
      .map(({ user_id, dept_id, parent_id }) => [user_id, dept_id, parent_id]),
    departments,
  ]);
