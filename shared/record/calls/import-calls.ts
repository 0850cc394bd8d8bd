import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  jsonText,
  limit,
  moduleCode,
  optionalFlag,
  optionalId,
  optionalInt,
  page,
  pageOf,
  text,
} from '#shared/wire/values.ts';

const columnIndex = z.string().regex(/^(?:\d|[1-9]\d|1\d\d)$/);
/** Longer texts are mended in the sheet. */
const cellText = z.string().max(2000);

/**
 * What people correct before an import, as texts that are read in place of those of the sheet: `texts` wherever a column has
 * the first text, `cells` by row and column, which go before. With `repair`, what a field does not take is read as what it
 * most likely means.
 */
const mends = z.object({
  texts: z.record(columnIndex, z.array(z.tuple([cellText, cellText])).max(500)).optional(),
  cells: z.record(z.string().regex(/^[1-9]\d{0,6}$/), z.record(columnIndex, cellText)).optional(),
  repair: optionalFlag,
});
export type SheetMends = z.output<typeof mends>;
/** A form field of 64 kB at most. */
const sentMends = z.preprocess(jsonText, mends.optional());

/** How columns of a sheet go to fields: column index (from 0) to field name; absent = by heading. */
const columnMapping = z.preprocess(jsonText, z.record(z.string().regex(/^\d{1,3}$/), z.string().max(100)).optional());

/** What uploadExcel takes beside the file (R22.3). */
export const importFields = z.object({
  repeatHandling: optionalInt(1, 2),
  ownerUserId: optionalId,
  userId: optionalId,
  mapping: columnMapping,
  mends: sentMends,
});

/** What previewExcel takes beside the file. */
export const previewFields = z.object({
  mapping: columnMapping,
  mends: sentMends,
  /** 1 = all rows are checked. */
  whole: optionalFlag,
  /** Under which `import.checked` says how far that is. */
  checkId: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
});

/** Message to whoever checks a sheet: `checkId`, and the rows done of `total`. */
export const checkedMessage = 'import.checked';

/** By what the column of a heading was guessed: what was chosen last time, a word for it, its pinyin, what stands below. */
export const columnGuesses = ['before', 'word', 'pinyin', 'values'] as const;

/** What is said of a cell or a row: it stops the row, it asks, or it was repaired. */
export const markKinds = ['bad', 'ask', 'fixed'] as const;
export type MarkKind = (typeof markKinds)[number];

/** One cause of marks, with all rows that it is about. */
const cause = z.object({
  kind: z.enum(markKinds),
  code: z.string(),
  /** Column of the sheet; null for whole rows. */
  index: z.int().nullable(),
  /** Called like this by people. */
  column: z.string(),
  msg: z.string(),
  rowCount: z.int(),
  /** The first rows that it is about. */
  rows: z.array(z.int()),
  /** The texts that it is about, in the order of the sheet, up to 100, and what each was repaired to. */
  texts: z.array(z.tuple([z.string(), z.string()])),
  /** The option that there is not; null where it is about something else. */
  option: z.string().nullable(),
});
export type ImportCause = z.output<typeof cause>;

/** Answer of the preview: what the server read and how it would match the columns. */
export const importPreview = z.object({
  sheetName: z.string(),
  headerRow: z.int(),
  columns: z.array(
    z.object({
      index: z.int(),
      heading: z.string(),
      fieldName: z.string().nullable(),
      /** Null where the heading is the name of the field, and where the column was chosen. */
      guess: z.enum(columnGuesses).nullable(),
    }),
  ),
  fields: z.array(z.object({ fieldName: z.string(), name: z.string(), required: flag, unique: flag })),
  /** The options of those fields that have some. */
  choices: z.array(z.object({ fieldName: z.string(), fieldId: z.int(), options: z.array(z.string()) })),
  rows: z.array(z.array(z.string())),
  rowCount: z.int(),
  /** How many rows were checked, from the first, and in how many of them something is wrong. */
  checkedRows: z.int(),
  badRows: z.int(),
  /** Of the rows that were checked: those that would be new records, and those that the reader knows to exist. */
  newRows: z.int(),
  knownRows: z.int(),
  /** Of the rows that were checked, the first 200. */
  problems: z.array(z.object({ row: z.int().nullable(), column: z.string().nullable(), msg: z.string() })),
  /** By how many rows they are about. */
  causes: z.array(cause),
  /** The first rows and those with marks, as they would be imported. */
  lines: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  /** Marks of these rows; `cause` is the place of their cause. */
  marks: z.array(
    z.object({ row: z.int(), index: z.int().nullable(), kind: z.enum(markKinds), msg: z.string(), cause: z.int() }),
  ),
});
export type ImportPreview = z.output<typeof importPreview>;

export const importStates = ['waiting', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const importInfo = z.object({
  messageId: z.int(),
  types: z.int(),
  fileName: z.string(),
  status: z.enum(importStates),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  totalSize: z.int(),
  doneSize: z.int(),
  errSize: z.int(),
  createdSize: z.int(),
  updatedSize: z.int(),
  skippedSize: z.int(),
  undoneSize: z.int(),
  keptSize: z.int(),
  msg: z.string(),
});
export type ImportInfo = z.output<typeof importInfo>;

/** Details of `import.built_upon`: the caller's own action that is undone before the import. */
export const undoneFirst = z.object({ operationId: z.int() });

const one = { messageId: id };
const ids = { messageId: 'import' } as const;

/** Progress of an import by its message id (R22.5), and its undo. */
export const importCalls = {
  /** Rows done so far; `null` when the import has ended. */
  progress: endpoint({
    path: 'system/message/queryImportNum',
    whileViewing: 'refused',
    access: 'login',
    ids,
    input: z.object(one),
    output: z.int().nullable(),
    codes: ['access.record'],
  }),
  info: endpoint({
    path: 'system/message/queryImportInfo',
    whileViewing: 'refused',
    access: 'login',
    ids,
    answer: 'top',
    input: z.object(one),
    output: importInfo,
    codes: ['access.record'],
  }),
  errors: endpoint({
    path: 'system/message/downImportError',
    access: 'login',
    ids,
    answer: 'file',
    rate: 'heavy',
    input: z.object(one),
    output: z.unknown(),
    codes: ['access.record'],
  }),
  stop: endpoint({
    path: 'system/message/stopImport',
    access: 'login',
    ids,
    effect: 'write',
    input: z.object(one),
    output: done,
    codes: ['access.record'],
  }),
  undo: endpoint({
    path: 'system/message/undoImport',
    access: 'login',
    ids,
    effect: 'write',
    input: z.object(one),
    output: done,
    codes: [
      'access.record',
      'access.denied',
      'operation.too_old',
      'import.running',
      'import.built_upon',
      'import.undone',
    ],
  }),
  mine: endpoint({
    path: 'system/message/queryImportList',
    whileViewing: 'refused',
    access: 'login',
    input: z.object({ page, limit: limit() }),
    output: pageOf(importInfo),
  }),
  /** Failed rows, and after an undo those that were kept because they have been changed since. */
  rows: endpoint({
    path: 'system/message/queryImportRows',
    whileViewing: 'refused',
    access: 'login',
    ids,
    input: z.object({ ...one, page, limit: limit() }),
    output: pageOf(
      z.object({ row: z.int(), result: z.string(), column: z.string(), msg: z.string(), recordId: z.int().nullable() }),
    ),
    codes: ['access.record'],
  }),
  /**
   * Adds an option that a sheet or a form brings; nothing happens when the field has it. For those who set up forms, and for
   * those who fill them in where the field says so.
   */
  addOption: endpoint({
    path: 'field/addOption',
    access: 'login',
    ids: { fieldId: 'field' },
    effect: 'write',
    input: z.object({ label: moduleCode, fieldId: id, name: text(100) }),
    output: done,
    codes: ['access.denied', 'field.unknown', 'field.locked', 'field.options_empty', 'field.options_many'],
  }),
};
