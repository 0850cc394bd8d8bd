import type { DutyDay, DutyPlan } from '#server/modules/crm/duty/plan.ts';
import { daysAfter, entryOf, slotsOf, type DutyMoment, type DutySlot } from '#shared/crm/duty/duty-window.ts';

/** A stretch of a duty in which the same people are there. */
export interface Spell extends DutySlot {
  readonly day: string;
  /** Who gets leads, in the order of the plan; never empty. */
  readonly advisers: readonly number[];
  readonly passedOver: readonly number[];
  /** Everybody of the day, for the order of turns. */
  readonly planned: readonly number[];
}

type IsThere = (userId: number) => boolean;

const wholeDuty: DutySlot = { from: 0, to: 24 * 60 };
/** Two weeks that alternate, and one day, since part of the first one has passed. */
const daysAhead = 15;

const dayOf = ({ days, startDate }: DutyPlan, day: string): DutyDay =>
  days[entryOf(day, startDate, days.length)] ?? { advisers: [], isSplit: false };

/** The slot of a moment: the whole duty unless it is split. */
function slotAt({ advisers, isSplit }: DutyDay, minute: number): DutySlot & { readonly place: number } {
  const slots = isSplit && advisers.length > 0 ? slotsOf(advisers.length) : [wholeDuty];
  const place = slots.findIndex(({ to }) => minute < to);
  return { ...(slots[place] ?? wholeDuty), place: Math.max(0, place) };
}

/** From a place on, and round to it again. */
export const roundFrom = <T>(all: readonly T[], place: number): T[] => [...all.slice(place), ...all.slice(0, place)];

/**
 * Who is on duty at a moment; null when nobody is. In a split duty it is the slot's adviser, and for one who is not there
 * the next in the order, so that nobody's hours change.
 */
export function spellAt(plan: DutyPlan, { day, minute }: DutyMoment, isThere: IsThere): Spell | null {
  const entry = dayOf(plan, day);
  const planned = entry.advisers;
  if (!planned.some(isThere)) return null;
  const { from, to, place } = slotAt(entry, minute);
  const shared = { day, from, to, planned };
  if (!entry.isSplit)
    return { ...shared, advisers: planned.filter(isThere), passedOver: planned.filter((one) => !isThere(one)) };
  const order = roundFrom(planned, place);
  const first = order.findIndex(isThere);
  return { ...shared, advisers: order.slice(first, first + 1), passedOver: order.slice(0, first) };
}

/** The next stretch after that of a moment in which somebody is on duty; null when there is none. */
export function spellAfter(plan: DutyPlan, moment: DutyMoment, isThere: IsThere): Spell | null {
  const last = daysAfter(moment.day, daysAhead);
  let at = endOf(plan, moment);
  while (at.day <= last) {
    const spell = spellAt(plan, at, isThere);
    if (spell) return spell;
    at = endOf(plan, at);
  }
  return null;
}

function endOf(plan: DutyPlan, { day, minute }: DutyMoment): DutyMoment {
  const { to } = slotAt(dayOf(plan, day), minute);
  return to < wholeDuty.to ? { day, minute: to } : { day: daysAfter(day, 1), minute: 0 };
}
