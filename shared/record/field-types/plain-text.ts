import { isBlank, parsed, problem, type Field, type Parsed } from '#shared/record/field.ts';

/** Longest text the server takes; the page stops earlier (R9.13). */
export const serverTextLimit = 1000;

/** Reads text: trimmed, well-formed, NFC, no control characters but line breaks. */
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
    .trim();
  if ([...text].length > limit) return problem('field.too_long', field, { max: limit });
  return parsed(text === '' ? null : text);
}
