import { z } from 'zod';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { optionalId } from '#shared/wire/values.ts';

/** What a sheet can do to the records that its rows name. */
export const bulkSheetKinds = ['team', 'team_removal', 'deletion', 'follow_up', 'pool', 'owner'] as const;
export type BulkSheetKind = (typeof bulkSheetKinds)[number];

/** The action whose right a sheet takes, beside that of imports. */
export const bulkSheetActions: Readonly<Record<BulkSheetKind, string>> = {
  team: 'teamsave',
  team_removal: 'teamsave',
  deletion: 'delete',
  follow_up: 'read',
  pool: 'putinpool',
  owner: 'transfer',
};

/** What became of a sheet: `total` = `success` + `skipped` + rows with an error (R14.6). */
export const bulkSheetAnswer = z.object({
  total: z.int(),
  success: z.int(),
  /** Rows that say what is so already, or what an earlier row said. */
  skipped: z.int(),
  /** Headings as they stood, for a sheet of the rows with errors. */
  headings: z.array(z.string()),
  /** `row` as the spreadsheet program shows it, with its cells as text. */
  errors: z.array(z.object({ row: z.int(), msg: z.string(), cells: z.array(z.string()) })),
  /** Takes all of it back through `operation/undo`; null when nothing was done. */
  operationId: z.int().nullable(),
});
export type BulkSheetAnswer = z.output<typeof bulkSheetAnswer>;

type Paths<K extends BulkSheetKind> = { readonly template: { readonly path: string } } & {
  readonly [kind in K]: { readonly path: string };
};

/** Calls of the sheets that do the same to many records of a type, by kind; a type has those that `paths` names. */
export function bulkSheetCalls<K extends BulkSheetKind>(type: RecordType, kinds: readonly K[], paths: Paths<K>) {
  const upload = (kind: K) =>
    endpoint({
      ...paths[kind],
      access: permissionOf(type, bulkSheetActions[kind]),
      ids: { userId: 'user' },
      effect: 'manual',
      idempotent: { unless: null },
      upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
      input: z.object({
        /** The new owner of rows that name none; other sheets do not look at it. */
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
  return {
    type,
    kinds,
    template: endpoint({
      ...paths.template,
      access: permissionOf(type, 'excelimport'),
      input: z.object({ kind: z.enum(kinds) }),
      output: z.unknown(),
      answer: 'file',
      rate: 'heavy',
    }),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, upload(kind)])) as Record<K, ReturnType<typeof upload>>,
  };
}
export type BulkSheetCalls = ReturnType<typeof bulkSheetCalls<BulkSheetKind>>;
