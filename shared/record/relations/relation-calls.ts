import { z } from 'zod';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id } from '#shared/wire/values.ts';

const childCount = z.object({
  /** Module code of the children's type. */
  label: z.int(),
  /** Their field that refers to the record. */
  fieldName: z.string(),
  /** How many the reader sees. */
  total: z.int(),
});
export type ChildCount = z.infer<typeof childCount>;

/** Calls about the children of a record, for people who can read it. */
export const relationCalls = (type: RecordType, { access }: RecordCalls['read']) => ({
  /** The kinds of children of a record that the reader may see, each with its number. */
  childCounts: endpoint({
    path: callPath(type, 'childCounts'),
    access,
    ids: { [type.idKey]: type.name },
    input: z.object({ [type.idKey]: id }),
    output: z.array(childCount),
    codes: ['access.record'],
  }),
});
export type RelationCalls = ReturnType<typeof relationCalls>;
