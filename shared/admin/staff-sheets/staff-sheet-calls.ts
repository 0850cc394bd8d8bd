import { z } from 'zod';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { id, idList, optionalFlag } from '#shared/wire/values.ts';

/** Errors of sheets of staff, most of them of a row. */
export const staffSheetErrors = {
  'staff_sheet.twice': 422,
  'staff_sheet.disabled': 422,
  'staff_sheet.superior_unknown': 422,
  'staff_sheet.superior_several': 422,
  'staff_sheet.superior_refused': 422,
  'staff_sheet.superior_self': 422,
  'staff_sheet.loop': 422,
  'staff_sheet.role_unknown': 422,
  'staff_sheet.role_several': 422,
  'staff_sheet.role_beyond': 422,
  'staff_sheet.role_missing': 422,
  'staff_sheet.roles_differ': 422,
  'staff_sheet.dept_path': 422,
  'staff_sheet.dept_right': 422,
  'staff_sheet.update_right': 422,
  'staff_sheet.administrator': 422,
  'staff_sheet.sex': 422,
  'staff_sheet.gains': 422,
  'staff_sheet.import_unknown': 404,
  'staff_sheet.undone': 409,
} as const;
type StaffSheetErrors = typeof staffSheetErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends StaffSheetErrors {}
}

/** What becomes of a row: an added person, a changed one, one who stays as they are, or nothing. */
export const rowKinds = ['new', 'changed', 'same', 'refused'] as const;
export type RowKind = (typeof rowKinds)[number];

const access = 'manage:users:userSave';

const counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int(), departments: z.int() });

const listedRow = z.object({
  row: z.int(),
  realname: z.string(),
  /** As the sheet says it. */
  username: z.string(),
  dept: z.string(),
  /** What is changed or wrong, in the reader's words; '' for a new person. */
  msg: z.string(),
});
export type ListedRow = z.output<typeof listedRow>;

/** What a sheet comes to. */
const outcome = z.object({
  counts,
  /** Paths of departments that are made, the first 200. */
  departments: z.array(z.string()),
  /** The first 200 rows of each kind. */
  rows: z.object({ new: z.array(listedRow), changed: z.array(listedRow), refused: z.array(listedRow) }),
  /** A workbook of the refused rows (`file/downFile`), which can be corrected and sent again; null for none. */
  errorFileId: z.int().nullable(),
});
export type StaffOutcome = z.output<typeof outcome>;

const choices = z.object({
  /** 1 = people who are here already are changed. */
  updates: optionalFlag,
  /** The roles of new people whose row names none. */
  roleIds: idList.optional(),
});

const sheetCall = {
  access,
  upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
  input: choices,
  ids: { roleIds: 'role' },
  rate: 'heavy',
} as const;
const sheetCodes = [
  'import.headers',
  'import.column_missing',
  'sheet.not_a_spreadsheet',
  'sheet.empty',
  'sheet.too_many_rows',
] as const;

const madeLink = z.object({
  userId: z.int(),
  realname: z.string(),
  username: z.string(),
  dept: z.string(),
  token: z.string(),
});
export type MadeStaffLink = z.output<typeof madeLink>;

const importRow = z.object({
  id: z.int(),
  fileName: z.string(),
  createTime: z.string(),
  createUserName: z.string(),
  createdSize: z.int(),
  changedSize: z.int(),
  departmentSize: z.int(),
  /** '' while it was not taken back. */
  undoneTime: z.string(),
  /** 1 = the reader may take it back. */
  undoFlag: z.int(),
});
export type StaffImportRow = z.output<typeof importRow>;

/** Staff and departments as sheets. */
export const staffSheetCalls = {
  template: endpoint({
    path: 'system/user/downloadExcel',
    access,
    input: z.object({}),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
  }),
  /** Everybody who is not disabled, as the sheet that an import reads. */
  exportAll: endpoint({
    path: 'system/user/exportExcel',
    access: 'manage:users:read',
    input: z.object({}),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['export.too_often', 'export.too_many'],
  }),
  /** What the sheet would come to; nothing is changed. */
  preview: endpoint({
    ...sheetCall,
    path: 'system/user/previewExcel',
    effect: 'manual',
    output: outcome,
    codes: [...sheetCodes],
  }),
  /** Adds and changes people and departments, all good rows or none. */
  upload: endpoint({
    ...sheetCall,
    path: 'system/user/uploadExcel',
    effect: 'manual',
    output: outcome.extend({
      /** To take it back by; null when there was nothing to do. */
      importId: z.int().nullable(),
      /** Links by which the added people set their passwords, once and within 24 h; told only here. */
      links: z.array(madeLink),
    }),
    codes: [...sheetCodes, 'rights.lacking'],
  }),
  /** The newest 50 imports. */
  imports: endpoint({
    path: 'system/user/queryImportList',
    access,
    input: z.object({}),
    output: z.array(importRow),
  }),
  /** Takes an import back as far as nobody has gone on from it. */
  undo: endpoint({
    path: 'system/user/undoImport',
    access,
    effect: 'write',
    rate: 'heavy',
    input: z.object({ id }),
    ids: { id: 'staff_import' },
    output: z.object({
      removedSize: z.int(),
      disabledSize: z.int(),
      restoredSize: z.int(),
      departmentSize: z.int(),
      /** Names of people and departments that stay as they are. */
      kept: z.array(z.string()),
    }),
    codes: ['staff_sheet.import_unknown', 'staff_sheet.undone', 'access.denied', 'rights.lacking'],
  }),
};

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    staff_import: true;
  }
}
