/** Without what people add to a heading: signs, spaces and remarks in brackets. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replace(/\([^()]{0,40}\)|【[^【】]{0,40}】|\[[^[\]]{0,40}\]/g, '')
    .replace(/[\s*:：/_.-]/g, '')
    .toLowerCase();

/** All headings that mean a column, plain: its labels, and the words that share a meaning with them. */
export function wordsOf(labels: readonly string[], meanings: readonly (readonly string[])[]): readonly string[] {
  const own = labels.map(plainHeading);
  const shared = meanings
    .map((words) => words.map(plainHeading))
    .filter((words) => words.some((word) => own.includes(word)));
  return [...new Set([...own, ...shared.flat()])];
}
