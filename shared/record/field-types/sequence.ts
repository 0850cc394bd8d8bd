import type { FieldType } from '#shared/record/field-type.ts';
import { text } from '#shared/record/field-types/text.ts';
import { maskWhole } from '#shared/text/mask.ts';

/** A number such as HT-202611-0001 that the server assigns by a pattern; a typed one is accepted too. */
export const sequence: FieldType<string> = { ...text, personal: 'nothing', numbersRecords: true, mask: maskWhole };
