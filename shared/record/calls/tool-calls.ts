import { z } from 'zod';
import { actionAnswer, versions } from '#shared/record/calls/ownership-calls.ts';
import { listQuery, permissionOf } from '#shared/record/calls/record-calls.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import { anyRow, recordRow } from '#shared/record/record-row.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, jsonText, optionalFlag, optionalInt, optionalText, someIds, text } from '#shared/wire/values.ts';

/** Maximum cards of a board column in one answer. */
const mostCards = 100;

/** Rows and columns of a block that is pasted at once. */
const mostPastedRows = 100;
const mostPastedColumns = 30;

/** A column of a block from a sheet: a text for each of the ids; an empty one clears the value. */
const pastedColumn = z.object({ fieldName: text(100), texts: z.array(z.string().max(10_000)).max(mostPastedRows) });

/** A cell of it, with its values as people read them; `msg` says why it is not written, '' where it is. */
const pastedCell = z.object({
  id: z.int(),
  fieldName: z.string(),
  before: z.string(),
  after: z.string(),
  msg: z.string(),
});
export type PastedCell = z.output<typeof pastedCell>;

/** Sums of number fields, as text with all decimals. */
const sums = z.array(z.object({ fieldName: z.string(), name: z.string(), sum: z.string() }));

const boardColumn = (type: RecordType) =>
  z.object({
    /** Option of the field; '' for records without one. */
    value: z.union([z.string(), z.int()]),
    name: z.string(),
    totalRow: z.int(),
    /** 0 when counting stopped at 10,001. */
    totalExact: flag,
    /** Over all its rows; none where these were not all counted. */
    sums,
    /** The first rows, as in the list. */
    list: z.array(recordRow(type)),
  });

/** Calls for lists: edit a field of many records, show a list as a board. */
export function toolCalls(type: RecordType) {
  const at = (call: NamedCall) => callPath(type, call);
  const subject = type.name;
  return {
    /**
     * Sets one field of records, all or none; an empty value clears it. With `columns` it writes a block from a sheet
     * in place of that: what cannot be written is reported cell by cell, the rest is. One action, one undo.
     */
    editField: endpoint({
      path: at('editField'),
      access: permissionOf(type, 'update'),
      ids: { ids: subject },
      effect: 'write',
      input: z.object({
        ids: someIds,
        fieldName: optionalText(100),
        value: z.unknown().optional(),
        versions,
        columns: z.preprocess(jsonText, z.array(pastedColumn).min(1).max(mostPastedColumns).optional()),
        /** Says what `columns` would write, and writes nothing. */
        isPreview: optionalFlag,
      }),
      output: actionAnswer.extend({
        /** For one record, its row as lists have it now, for who may list it: the page puts it in the old one's place. */
        row: anyRow.optional(),
        /** The same of a block, with what became of each of its cells. */
        rows: z.array(anyRow).optional(),
        cells: z.array(pastedCell).optional(),
      }),
      codes: [
        'access.record',
        'record.conflict',
        'field.unknown',
        'field.required',
        'field.unique',
        'field.unique_together',
        'field.read_only',
        'field.computed',
        'field.fixed',
      ],
    }),
    /** Sums of the number fields over all rows of the list query. */
    sums: endpoint({
      path: at('sums'),
      access: permissionOf(type, 'index'),
      ids: { sceneId: 'reference' },
      input: listQuery,
      output: z.object({
        sums,
        /** 0 = there may be rows that the caller does not see: the sums cover the visible part only. */
        isComplete: flag,
      }),
      codes: ['filter.field'],
    }),
    /** The list grouped by the options of one field, each with its count, sums and first rows. */
    board: endpoint({
      path: at('board'),
      access: permissionOf(type, 'index'),
      ids: { sceneId: 'reference' },
      input: listQuery.extend({ groupField: optionalText(100), limit: optionalInt(1, mostCards) }),
      output: z.object({ fieldName: z.string(), columns: z.array(boardColumn(type)) }),
      codes: ['filter.field', 'sort.field', 'board.field'],
    }),
  };
}
export type ToolCalls = ReturnType<typeof toolCalls>;
