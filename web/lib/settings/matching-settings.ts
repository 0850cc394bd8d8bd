import type { Setting } from '#web/lib/settings/setting.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A setting as it is shown among what was found. */
export interface FoundSetting {
  readonly path: string;
  readonly title: string;
  /** What can be done there. */
  readonly says: string;
}

/** A question that shares less than this with a text is about something else. */
const leastShare = 0.5;

/** Chinese is not written in words: pairs of signs stand for them. */
const piecesOf = (word: string): string[] => {
  const signs = [...word];
  return /\p{Script=Han}/u.test(word) && signs.length > 1
    ? signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
    : [word];
};

/** What part of a question stands in a text, from 0 to 1; all of it in one piece is 1. */
export function shareOf(question: string, text: string): number {
  const [asked, said] = [question.trim().toLowerCase(), text.toLowerCase()];
  if (said.includes(asked)) return 1;
  const pieces = asked.split(/\s+/).flatMap(piecesOf);
  return pieces.filter((piece) => said.includes(piece)).length / pieces.length;
}

/** The settings that a question is about, those called so before those that say so. */
export function matchingSettings(
  settings: readonly Setting[],
  question: string,
  text: (key: MessageKey) => string,
): FoundSetting[] {
  const ranked = settings.flatMap(({ path, title: titleKey, says: saysKey }) => {
    const [title, says] = [text(titleKey), text(saysKey)];
    const [called, said] = [shareOf(question, title), shareOf(question, says)];
    return Math.max(called, said) < leastShare ? [] : [{ path, title, says, rank: 2 * called + said }];
  });
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ path, title, says }) => ({ path, title, says }));
}
