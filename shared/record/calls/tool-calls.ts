import { z } from 'zod';
import { actionAnswer, versions } from '#shared/record/calls/ownership-calls.ts';
import { listQuery, permissionOf } from '#shared/record/calls/record-calls.ts';
import { recordRow } from '#shared/record/record-row.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, optionalInt, optionalText, someIds, text } from '#shared/wire/values.ts';

/** Most cards that a column of a board answers at once. */
const mostCards = 100;

const boardColumn = (type: RecordType) =>
  z.object({
    /** Option of the field; '' for records without one. */
    value: z.union([z.string(), z.int()]),
    name: z.string(),
    totalRow: z.int(),
    /** 0 when counting stopped at 10,001. */
    totalExact: flag,
    /** The first rows, as of the list. */
    list: z.array(recordRow(type)),
  });

/** Calls that make a list a tool: a field of many records, and the list as a board. */
export function toolCalls(type: RecordType) {
  const at = (action: string) => `${type.family}/${action}`;
  const subject = type.name;
  return {
    /** Gives one field of records a new value; an empty one empties it. One act, one undo. */
    editField: endpoint({
      path: at('updateFieldByIds'),
      access: permissionOf(type, 'update'),
      ids: { ids: subject },
      effect: 'write',
      input: z.object({ ids: someIds, fieldName: text(100), value: z.unknown(), versions }),
      output: actionAnswer,
      codes: [
        'access.record',
        'record.conflict',
        'field.unknown',
        'field.required',
        'field.unique',
        'field.read_only',
        'field.computed',
        'field.fixed',
      ],
    }),
    /** Sums of the number fields over all rows that the list asks for. */
    sums: endpoint({
      path: at('querySums'),
      access: permissionOf(type, 'index'),
      ids: { sceneId: 'reference' },
      input: listQuery,
      output: z.object({
        /** Sums as text with all their decimals. */
        sums: z.array(z.object({ fieldName: z.string(), name: z.string(), sum: z.string() })),
        /** 0 = there may be rows that the caller does not see: these are sums of the visible part. */
        isComplete: flag,
      }),
      codes: ['filter.field'],
    }),
    /** The list by the options of one field, each with its count and first rows. */
    board: endpoint({
      path: at('queryBoard'),
      access: permissionOf(type, 'index'),
      ids: { sceneId: 'reference' },
      input: listQuery.extend({ groupField: optionalText(100), limit: optionalInt(1, mostCards) }),
      output: z.object({ fieldName: z.string(), columns: z.array(boardColumn(type)) }),
      codes: ['filter.field', 'sort.field', 'board.field'],
    }),
  };
}
export type ToolCalls = ReturnType<typeof toolCalls>;
