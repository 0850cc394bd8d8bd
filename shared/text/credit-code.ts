/** Characters of a code in the order of their values; I, O, S, V and Z are not used. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Weight of each position: powers of 3 modulo 31 (GB 32100-2015 §3.6). */
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const;

/** Registering department and kind of organisation, then the region in six digits (GB 32100-2015 §3.2-3.4). */
const shape = /^[1-9ANY][1-9][0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}$/;
/** Region, birthday and sequence of a resident's number: the tax number of a sole trader, of the same length. */
const residentShape = /^[1-8][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9X]$/;

/** The check character of the first 17 characters of a unified social credit code (GB 32100-2015 §3.6). */
export function creditCheckCharacter(body: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * alphabet.indexOf(body[at] ?? ''), 0);
  return alphabet[(31 - (sum % 31)) % 31] ?? '';
}

/**
 * Has the form of a unified social credit code: 18 characters with a department, a kind and a region; not a resident's
 * number.
 */
export const looksLikeCreditCode = (text: string): boolean => shape.test(text) && !residentShape.test(text);

/** Whether a text is a unified social credit code with the right check character. */
export const isCreditCode = (text: string): boolean =>
  looksLikeCreditCode(text) && creditCheckCharacter(text) === text[17];
