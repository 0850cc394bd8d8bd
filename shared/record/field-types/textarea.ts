import type { FieldType } from '#shared/record/field-type.ts';
import { parseText } from '#shared/record/field-types/plain-text.ts';
import { text } from '#shared/record/field-types/text.ts';
import { withoutDirections } from '#shared/text/invisible.ts';
import { maskWhole } from '#shared/text/mask.ts';

/** Several lines; the page counts to 200 (R9.13). */
export const textarea: FieldType<string> = {
  ...text,
  sortable: false,
  uniqueable: false,
  parse: (input, field) => parseText(input, field, withoutDirections),
  mask: maskWhole,
};
