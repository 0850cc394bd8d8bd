import { z } from 'zod';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { bulkSheetKinds, type BulkSheetKind, type BulkSheetPaths } from '#shared/record/capabilities/bulk-sheets.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { optionalId } from '#shared/wire/values.ts';

/** The action whose right a sheet takes, beside that of imports. */
export const bulkSheetActions: Readonly<Record<BulkSheetKind, string>> = {
  team: 'teamsave',
  team_removal: 'teamsave',
  deletion: 'delete',
  follow_up: 'read',
  pool: 'putinpool',
  owner: 'transfer',
};

/** Result of a sheet: `total` = `success` + `skipped` + rows with an error (R14.6). */
export const bulkSheetAnswer = z.object({
  total: z.int(),
  success: z.int(),
  /** Rows without effect, because the record is in that state already or an earlier row did the same. */
  skipped: z.int(),
  /** The original headings, for a sheet of the rows with errors. */
  headings: z.array(z.string()),
  /** `row` as in the spreadsheet program, with its cells as text. */
  errors: z.array(z.object({ row: z.int(), msg: z.string(), cells: z.array(z.string()) })),
  /** Undoes all of it through `operation/undo`; null when nothing was done. */
  operationId: z.int().nullable(),
});
export type BulkSheetAnswer = z.output<typeof bulkSheetAnswer>;

/** Calls of the sheets that do the same to many records of a type, by kind, as it declares them. */
export function bulkSheetCalls<P extends BulkSheetPaths>(type: RecordType & { readonly sheets: P }) {
  type Kind = Extract<keyof P, BulkSheetKind>;
  const sheets: BulkSheetPaths = type.sheets as P;
  const kinds = bulkSheetKinds.filter((kind): kind is Kind => sheets[kind] !== undefined);
  const upload = (kind: Kind) =>
    endpoint({
      path: `${type.family}/${sheets[kind]}`,
      access: permissionOf(type, bulkSheetActions[kind]),
      ids: { userId: 'user' },
      effect: 'manual',
      idempotent: { unless: null },
      upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
      input: z.object({
        /** The new owner for rows that name none; ignored by other sheets. */
        userId: optionalId,
      }),
      output: bulkSheetAnswer,
      rate: 'heavy',
      codes: [
        'access.denied',
        'import.headers',
        'import.column_missing',
        'sheet.not_a_spreadsheet',
        'sheet.empty',
        'sheet.too_many_rows',
      ],
    });
  const owner: RecordType = type;
  return {
    type: owner,
    kinds,
    template: endpoint({
      path: `${type.family}/${sheets.template}`,
      access: permissionOf(type, 'excelimport'),
      input: z.object({ kind: z.enum(kinds) }),
      output: z.unknown(),
      answer: 'file',
      rate: 'heavy',
    }),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, upload(kind)])) as Record<Kind, ReturnType<typeof upload>>,
  };
}
export type BulkSheetCalls = ReturnType<typeof bulkSheetCalls<BulkSheetPaths>>;
