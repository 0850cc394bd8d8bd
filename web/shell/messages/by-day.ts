import { daysTo, momentWords, weekday, type MomentWords } from '#web/ui/values/moment-words.ts';
import type { MessageRow } from '#shared/messages/message-calls.ts';

export interface DayOfMessages {
  readonly day: string;
  readonly words: MomentWords;
  readonly rows: readonly MessageRow[];
}

/** Messages under their days, in the order in which they come. */
export function byDay(rows: readonly MessageRow[], now: string): DayOfMessages[] {
  return [...Map.groupBy(rows, ({ createTime }) => createTime.slice(0, 10))].map(([day, those]) => ({
    day,
    words: daysTo(day, now) >= -1 ? momentWords(day, now) : weekday(day, now),
    rows: those,
  }));
}

/** Today how long ago, before the time of the day: the day stands above. */
export const timeWords = (time: string, now: string): MomentWords | string =>
  daysTo(time, now) === 0 ? momentWords(time, now) : time.slice(11, 16);
