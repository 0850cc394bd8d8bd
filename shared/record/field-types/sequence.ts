import type { FieldType } from '#shared/record/field-type.ts';
import { text } from '#shared/record/field-types/text.ts';

/** A number such as HT-202611-0001 that the server gives by a pattern; one that is typed is as good. */
export const sequence: FieldType<string> = { ...text, numbersRecords: true };
