import { isBlank, parsed, problem, type Field, type Parsed } from '#shared/record/field.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';

/** Longest text the server accepts; the page's limit is lower (R9.13). */
export const serverTextLimit = 1000;

/**
 * Reads text: trimmed, well-formed, NFC, no control characters except line breaks, and without what `clean` removes:
 * of one line all that is invisible.
 */
export function parseText(input: unknown, field: Field, clean = withoutInvisible): Parsed<string> {
  if (isBlank(input)) return parsed<string>(null);
  if (typeof input !== 'string' && typeof input !== 'number') return problem('field.shape', field);
  const limit = field.maxLength ?? serverTextLimit;
  const raw = String(input);
  if (raw.length > limit * 4) return problem('field.too_long', field, { max: limit });
  // half a surrogate pair cannot be stored
  const text = clean(raw.toWellFormed())
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .trim();
  if (text.length > limit && [...text].length > limit) return problem('field.too_long', field, { max: limit });
  return parsed(text === '' ? null : text);
}
