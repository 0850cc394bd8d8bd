import { mostInARow, type AdviserLack, type dutyCalls } from '#shared/crm/duty/duty-calls.ts';
import { daysAfter, takesTurns, weekDays } from '#shared/crm/duty/duty-window.ts';
import type { InputOf, OutputOf } from '#shared/wire/endpoint.ts';

export type Schedule = OutputOf<typeof dutyCalls.query>;

export interface Adviser {
  readonly userId: number;
  readonly realname: string;
  readonly lack: AdviserLack;
}

export interface DutyDay {
  readonly advisers: readonly Adviser[];
  readonly isSplit: boolean;
}

/** A schedule that is edited. */
export interface DutyDraft {
  readonly days: readonly DutyDay[];
  /** As it was typed; null for nothing. */
  readonly maxCount: number | null;
}

const freeDay: DutyDay = { advisers: [], isSplit: false };

export function draftOf({ weeks, maxCount, advisers }: Schedule): DutyDraft {
  const known = new Map(advisers.map((adviser) => [adviser.userId, adviser]));
  const days = weeks.map(({ adviserCrmUserId, splitTimeFlag }) => ({
    advisers: adviserCrmUserId.split(',').flatMap((id) => known.get(Number(id)) ?? []),
    isSplit: splitTimeFlag,
  }));
  return { days, maxCount };
}

export const inputOf = ({ days, maxCount }: DutyDraft): InputOf<typeof dutyCalls.save> => ({
  weeks: days.map(({ advisers, isSplit }) => ({
    adviserCrmUserId: advisers.map(({ userId }) => userId).join(','),
    splitTimeFlag: isSplit,
  })),
  maxCount,
});

/** Whether a maximum is asked for: several people are on duty at once on some day. */
export const asksForMost = ({ days }: Pick<DutyDraft, 'days'>): boolean =>
  takesTurns(days.map(({ advisers, isSplit }) => ({ advisers: advisers.length, isSplit })));

export const isGoodMost = (count: number | null): boolean =>
  count !== null && Number.isInteger(count) && count >= 1 && count <= mostInARow;

/** Equal in what would be saved. */
export function isSame(left: DutyDraft, right: DutyDraft): boolean {
  const saved = (draft: DutyDraft) =>
    JSON.stringify(inputOf({ ...draft, maxCount: asksForMost(draft) ? draft.maxCount : 1 }));
  return saved(left) === saved(right);
}

export const withDay = (draft: DutyDraft, index: number, day: DutyDay): DutyDraft => ({
  ...draft,
  days: draft.days.with(index, day),
});

export const withSecondWeek = ({ days, maxCount }: DutyDraft): DutyDraft => ({
  maxCount,
  days: [...days, ...Array.from({ length: weekDays }, () => freeDay)],
});

export const withoutSecondWeek = ({ days, maxCount }: DutyDraft): DutyDraft => ({
  maxCount,
  days: days.slice(0, weekDays),
});

/** Somebody in another place of the order. */
export function moved(advisers: readonly Adviser[], userId: number, place: number): Adviser[] {
  const rest = advisers.filter((one) => one.userId !== userId);
  return rest.toSpliced(place, 0, ...advisers.filter((one) => one.userId === userId));
}

/** The date of an entry: in this week or, of the week that is not running, the next one. */
export function dateOf({ monday, currentWeek, weeks }: Schedule, days: number, index: number): string {
  // where the number of weeks changes, the first one begins now
  const running = weeks.length === days ? currentWeek : 0;
  const isRunning = Math.floor(index / weekDays) === running;
  return daysAfter(monday, (isRunning ? 0 : weekDays) + (index % weekDays));
}
