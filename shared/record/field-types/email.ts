import type { FieldType } from '#shared/record/field-type.ts';
import { parseText } from '#shared/record/field-types/plain-text.ts';
import { text } from '#shared/record/field-types/text.ts';
import { problem } from '#shared/record/field.ts';
import { maskEmail } from '#shared/text/mask.ts';
import { foundEmail } from '#shared/record/repairs/found-number.ts';

const longest = 254;

/** `a@b.com` with a suffix of 2 to 4 letters (R9.14). */
export const isEmail = (value: string): boolean =>
  value.length <= longest &&
  /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,4}$/.test(value);

export const email: FieldType<string> = {
  ...text,
  personal: 'contact',
  mask: maskEmail,
  looksLike: isEmail,
  parse: (input, field) => {
    const result = parseText(input, field);
    return !result.ok || result.value === null || isEmail(result.value) ? result : problem('field.email', field);
  },
  repair: foundEmail,
  described: ({ maxLength }) => ({
    onRow: { type: 'string' },
    inSave: { type: ['string', 'null'], maxLength: maxLength ?? longest, examples: ['name@example.com'] },
  }),
};
