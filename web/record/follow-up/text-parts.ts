import { withEmojiSigns } from '#shared/text/emoji.ts';

export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** The text of a follow-up for display: emoji as characters, and mentions marked. */
export function textParts(content: string, names: readonly string[]): TextPart[] {
  const marks = names.filter((name) => name !== '').map((name) => `@${name}`);
  // the longer of two names with the same start first
  marks.sort((left, right) => right.length - left.length);
  const parts: TextPart[] = [];
  let rest = withEmojiSigns(content);
  let plain = '';
  while (rest !== '') {
    const mark = rest.startsWith('@') ? marks.find((one) => rest.startsWith(one)) : undefined;
    if (mark === undefined) {
      const next = rest.indexOf('@', 1);
      plain += next < 0 ? rest : rest.slice(0, next);
      rest = next < 0 ? '' : rest.slice(next);
      continue;
    }
    if (plain !== '') parts.push({ text: plain, isMention: false });
    plain = '';
    parts.push({ text: mark, isMention: true });
    rest = rest.slice(mark.length);
  }
  if (plain !== '') parts.push({ text: plain, isMention: false });
  return parts;
}
