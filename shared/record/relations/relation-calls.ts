import { z } from 'zod';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id } from '#shared/wire/values.ts';

const childCount = z.object({
  /** Module code of the children's type. */
  label: z.int(),
  /** The field of theirs that points to the record. */
  fieldName: z.string(),
  /** How many the reader sees. */
  total: z.int(),
});
export type ChildCount = z.infer<typeof childCount>;

/** Calls about what points to records of a type, for who may read them. */
export const relationCalls = (type: RecordType, { access }: RecordCalls['read']) => ({
  /** The kinds of children that the reader may see of a record, each with its number. */
  childCounts: endpoint({
    path: `${type.family}/queryChildCounts`,
    access,
    ids: { [type.idKey]: type.name },
    input: z.object({ [type.idKey]: id }),
    output: z.array(childCount),
    codes: ['access.record'],
  }),
});
export type RelationCalls = ReturnType<typeof relationCalls>;
