/** True for `npm run soak`: everything as often as security.md says. */
export const isSoak = process.env['JIANYE_SOAK'] === '1';

/** A tenth of what security.md says, at least five, unless everything is to be repeated as written. */
export const repetitions = (asWritten: number): number =>
  isSoak ? asWritten : Math.min(asWritten, Math.max(5, Math.round(asWritten / 10)));

/**
 * What grows with the square of the calls is not tried whole each time: a run takes a share of it, another one every day,
 * so that all of it is met within so many days; a soak takes all. JIANYE_TEST_SEED repeats the share of another day.
 */
export const seed = Number(process.env['JIANYE_TEST_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** Whether the combination of this number is taken, when one of `parts` is. */
export const isTurn = (at: number, parts: number): boolean => isSoak || (at + seed) % parts === 0;

/** The one of a list whose turn it is, such as a language that a story is told in; in a soak all of them. */
export const ofToday = <T>(list: readonly T[]): readonly T[] => someOf(list, list.length);

/** What pages and dialogs are tried for takes seconds of each: all of them have been tried within so many days. */
const daysOfPages = 4;

/** A share of a list that is met whole within so many days, by default a share of pages; in a soak all of it. */
export const someOf = <T>(list: readonly T[], parts: number = daysOfPages): readonly T[] =>
  list.filter((_, at) => isTurn(at, parts));

/** One after the other of a list, beginning elsewhere every day; in a soak all of it each time. */
export function inTurn<T>(list: readonly T[]): (count: number) => readonly T[] {
  let at = seed;
  return (count) => (isSoak ? list : Array.from({ length: count }, () => list[at++ % list.length] as T));
}
