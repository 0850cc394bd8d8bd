import { isBlank, parsed, problem, type Field, type Parsed } from '#shared/record/field.ts';

/** Longest text the server accepts; the page's limit is lower (R9.13). */
export const serverTextLimit = 1000;

/** Invisible characters that would make equal texts differ: spaces and letters without width, direction marks, soft hyphens. */
const unseen =
  /\u034F|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFA0]/g;
/** Variation selectors behind characters without variants: emoji, keycaps and Han characters have them. */
const variesNothing = /(?<![\p{Extended_Pictographic}\p{Script=Han}])[\uFE00-\uFE0F](?!\u20E3)/gu;
/** Joiners outside emoji and scripts with joined letters. */
const joinsNothing =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Devanagari}])[\u200C\u200D]/gu;

/** Reads text: trimmed, well-formed, NFC, no invisible characters, no control characters except line breaks. */
export function parseText(input: unknown, field: Field): Parsed<string> {
  if (isBlank(input)) return parsed<string>(null);
  if (typeof input !== 'string' && typeof input !== 'number') return problem('field.shape', field);
  const limit = field.maxLength ?? serverTextLimit;
  const raw = String(input);
  if (raw.length > limit * 4) return problem('field.too_long', field, { max: limit });
  const text = raw
    // half a surrogate pair cannot be stored
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .replace(unseen, '')
    .replace(variesNothing, '')
    .replace(joinsNothing, '')
    .trim();
  if (text.length > limit && [...text].length > limit) return problem('field.too_long', field, { max: limit });
  return parsed(text === '' ? null : text);
}
