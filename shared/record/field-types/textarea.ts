import type { FieldType } from '#shared/record/field-type.ts';
import { text } from '#shared/record/field-types/text.ts';

/** Several lines; the page counts to 200 (spec §5). */
export const textarea: FieldType<string> = { ...text, sortable: false, uniqueable: false };
