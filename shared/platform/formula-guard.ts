// Text that a spreadsheet program could take for a formula (security X4). Apostrophes before it are
// part of the pattern, so that guarding and stripping undo each other for every text.
const formulaLike = /^'*[=+\-@\t\r\0＝＋－＠]/;

/** Puts an apostrophe before text that a spreadsheet program could run (security X4). */
export function guardText(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe added by {@link guardText}: `stripGuard(guardText(t)) === t`. */
export function stripGuard(text: string): string {
  return text.startsWith("'") && formulaLike.test(text) ? text.slice(1) : text;
}
