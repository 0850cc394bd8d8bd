import type { FieldType } from '#shared/record/field-type.ts';
import { relatedRecord } from '#shared/record/field-types/related-record.ts';

const node = relatedRecord('category');

/** One node of a tree, stored as its id; forms send the ids from the top to it (R9.5). */
export const category: FieldType<number> = {
  ...node,
  parse: (input, field) => node.parse(Array.isArray(input) ? input.slice(-1) : input, field),
};
