import { z } from 'zod';
import { maxCounter, resets } from '#shared/record/sequence/pattern.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, nothing, optionalId, optionalInt, text } from '#shared/wire/values.ts';

/** How a field numbers its records; without numbers while the pattern is ''. */
const sequenceState = z.object({
  fieldId: z.int(),
  pattern: z.string(),
  reset: z.enum(resets),
  /** '' = the type, `department` = each department of owners, the name of a relation field = each parent record. */
  per: z.string(),
  /** The next counter; null when no scope is given. */
  next: z.int().nullable(),
  /** The next number, which is not reserved; null when it depends on missing input. */
  preview: z.string().nullable(),
});
export type SequenceState = z.infer<typeof sequenceState>;

/** A field that can number its records, whether it has a pattern by now or not. */
const listedSequence = sequenceState.extend({
  /** Module code, and what people call the type and the field. */
  label: z.int(),
  typeName: z.string(),
  name: z.string(),
  /** Fields of the type that name a record of another one: what counters can be kept for, and patterns refer to. */
  relations: z.array(z.object({ fieldName: z.string(), name: z.string() })),
});
export type ListedSequence = z.infer<typeof listedSequence>;

const ids = { fieldId: 'field', scopeId: 'reference' } as const;
/** The department or the parent record of the counter. */
const scopeId = optionalId;

export const sequenceCalls = {
  list: endpoint({
    path: 'field/querySequenceList',
    access: 'manage:crm:field',
    input: nothing,
    output: z.array(listedSequence),
  }),
  read: endpoint({
    path: 'field/querySequence',
    access: 'manage:crm:field',
    ids,
    input: z.object({ fieldId: id, scopeId }),
    output: sequenceState,
    codes: ['field.unknown'],
  }),
  set: endpoint({
    path: 'field/setSequence',
    access: 'manage:crm:field',
    ids,
    effect: 'write',
    input: z.object({
      fieldId: id,
      pattern: text(100),
      reset: z.enum(resets),
      per: text(100).default(''),
      /** The counter is unchanged when absent. */
      next: optionalInt(1, maxCounter),
      scopeId,
    }),
    output: sequenceState,
    codes: [
      'field.unknown',
      'sequence.empty',
      'sequence.brace',
      'sequence.part',
      'sequence.counter',
      'sequence.reset',
      'sequence.scope',
      'sequence.per',
      'sequence.reference',
      'sequence.which',
      'sequence.taken',
    ],
  }),
};
