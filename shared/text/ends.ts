/** Whether a character is trimmed. */
export type Which = (sign: string) => boolean;

/**
 * The text without such characters at its end. A loop, because a regular expression restarts its search at each of
 * them, in quadratic time (security X7).
 */
export function withoutEnd(text: string, which: Which): string {
  let end = text.length;
  while (end > 0 && which(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The text without such characters at either end. */
export function withoutEnds(text: string, which: Which): string {
  const whole = withoutEnd(text, which);
  let start = 0;
  while (start < whole.length && which(whole[start] ?? '')) start += 1;
  return whole.slice(start);
}

/** One character, of one UTF-16 unit. */
export const only =
  (one: string): Which =>
  (sign) =>
    sign === one;
