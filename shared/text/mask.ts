/** Shows only that there is a value, not even its length. */
export const wholeMask = '****';

export const maskWhole = (): string => wholeMask;

/** The first character of a name, 张**: of other text only if enough is hidden, and never of a number. */
export function maskText(text: string): string {
  const signs = [...text];
  const [first = ''] = signs;
  const least = /\p{Script=Han}/u.test(first) ? 2 : 4;
  return /\p{L}/u.test(first) && signs.length >= least ? `${first}**` : wholeMask;
}

/** 138****5678: of a whole number the first three digits and the last four. */
export function maskNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length < 11 ? wholeMask : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}

/** a***@b.com; of a short name before the @ nothing. */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 1) return wholeMask;
  const [first = '', , third] = text.slice(0, at);
  return `${third === undefined ? '' : first}***${text.slice(at)}`;
}
