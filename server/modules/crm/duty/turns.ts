import { roundFrom } from '#server/modules/crm/duty/spells.ts';

/** Who got the last lead of a duty, his place in the plan, and how many he has got in a row. */
export interface Turn {
  readonly userId: number | null;
  readonly place: number;
  readonly given: number;
}

/** Before anybody got one. */
export const firstTurn: Turn = { userId: null, place: 0, given: 0 };

interface Order {
  /** Everybody of the day; at least one is there. */
  readonly planned: readonly number[];
  readonly isThere: (userId: number) => boolean;
  readonly maxCount: number;
}

/**
 * The turn after another one: the same person until the maximum, then the next in the order who is there. When the plan no
 * longer has the last person, whoever has come into that place follows.
 */
export function turnAfter(last: Turn, { planned, isThere, maxCount }: Order): Turn & { readonly userId: number } {
  const { userId, given } = last;
  const place = userId === null ? -1 : planned.indexOf(userId);
  if (userId !== null && place >= 0 && isThere(userId) && given < maxCount) return { userId, place, given: given + 1 };
  const start = place >= 0 ? place + 1 : last.place;
  const next = roundFrom(planned, start % planned.length).find(isThere);
  if (next === undefined) throw new Error('turns are taken while somebody is there');
  return { userId: next, place: planned.indexOf(next), given: 1 };
}
