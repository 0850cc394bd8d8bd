/** The organisation at one moment, as far as it decides who approves documents of a type. */
export interface People {
  /** Null for people without one. */
  readonly superiorOf: (userId: number) => number | null;
  readonly isActive: (userId: number) => boolean;
  /** Whether the person has the right to read the type of the document. */
  readonly mayRead: (userId: number) => boolean;
  readonly isAdmin: (userId: number) => boolean;
  /** Administrators in the order in which they are asked. */
  readonly admins: readonly number[];
  /** Who decides for a person who is away now; null while nobody does. */
  readonly standInOf: (userId: number) => number | null;
}

/** People whose own document it is: none of them decides on it. */
export type OwnPeople = ReadonlySet<number>;

/** Somebody who is asked, and the person who is away in whose place; null for one's own. */
export interface Approver {
  readonly userId: number;
  readonly forUserId: number | null;
}

export const isFit = (people: People, userId: number): boolean => people.isActive(userId) && people.mayRead(userId);

/**
 * The one who is asked in place of a person: the stand-in while the person is away, the nearest fit superior of somebody
 * who has left or may not read the document, an administrator where there is none. Loops of superiors end. May be one of
 * `own`; null when there is nobody at all.
 */
export function approverFor(people: People, userId: number | null, own: OwnPeople): Approver | null {
  const seen = new Set<number>();
  for (let at = userId; at !== null && !seen.has(at); at = people.superiorOf(at)) {
    seen.add(at);
    if (!isFit(people, at)) continue;
    // what is one's own is not handed to a stand-in but skipped
    return own.has(at) ? { userId: at, forUserId: null } : present(people, at, own);
  }
  const admin = administrator(people, own);
  return admin === null ? null : { userId: admin, forUserId: null };
}

/** The stand-in of a person who is away, or the stand-in of that one; the person, when none of them can. */
function present(people: People, userId: number, own: OwnPeople): Approver {
  const seen = new Set([userId]);
  let last = userId;
  for (let next = people.standInOf(userId); next !== null && !seen.has(next); next = people.standInOf(next)) {
    seen.add(next);
    last = next;
  }
  const isThere = last !== userId && isFit(people, last) && !own.has(last);
  return isThere ? { userId: last, forUserId: userId } : { userId, forUserId: null };
}

/** The first administrator who is none of `own`, otherwise the first one. */
function administrator(people: People, own: OwnPeople): number | null {
  const fit = people.admins.filter((userId) => isFit(people, userId));
  return fit.find((userId) => !own.has(userId)) ?? fit[0] ?? null;
}

/**
 * Who decides in place of somebody whose own document it is: the nearest superior who is none of `own`, otherwise
 * another administrator; null when nobody is left.
 */
export function aboveOwn(people: People, userId: number, own: OwnPeople): Approver | null {
  const seen = new Set<number>([userId]);
  for (let at = people.superiorOf(userId); at !== null && !seen.has(at); at = people.superiorOf(at)) {
    seen.add(at);
    if (own.has(at) || !isFit(people, at)) continue;
    return present(people, at, own);
  }
  const admin = administrator(people, own);
  return admin === null || own.has(admin) ? null : { userId: admin, forUserId: null };
}
