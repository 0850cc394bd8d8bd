/** Every way a spreadsheet can be refused. The code is the message key; the number is the wire code. */
export const sheetErrorStatus = {
  /** The content is of another kind: `{ found }` is 'html', 'zip' or 'binary'. */
  'sheet.not_a_spreadsheet': 415,
  /** A spreadsheet that has to be saved as .xlsx first: `{ found }` is 'xls', 'xlsb' or 'ods'. */
  'sheet.old_format': 415,
  'sheet.encrypted': 415,
  /** 0 bytes, or no cell with a value. */
  'sheet.empty': 422,
  /** `{ sheet, sheets }`: the requested sheet (0-based) and how many there are. */
  'sheet.no_such_sheet': 422,
  /** The file violates its format: `{ part? , row?, column? }`. */
  'sheet.damaged': 422,
  /** `{ limit, row }` */
  'sheet.too_many_rows': 413,
  /** `{ limit, row, column }` */
  'sheet.too_many_columns': 413,
  /** Unpacked size, ratio, number of parts or amount of text: `{ what, limit, row?, column? }`. */
  'sheet.too_large': 413,
  /** A document type, a custom entity, or parts outside the file: `{ part, found }`. */
  'sheet.unsafe': 413,
  /** `{ seconds }` */
  'sheet.timeout': 413,
} as const;

export type SheetErrorCode = keyof typeof sheetErrorStatus;
export type SheetErrorParams = Record<string, string | number>;

/**
 * A spreadsheet that is refused. `row` in the parameters is 1-based as in {@link SheetRow},
 * `column` is 1-based too (1 is A).
 */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly code: SheetErrorCode;
  readonly params: SheetErrorParams;
  readonly status: number;

  constructor(code: SheetErrorCode, params: SheetErrorParams = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.params = params;
    this.status = sheetErrorStatus[code];
  }
}

/**
 * Converts a failure while reading. Failures of the machine (the disk, a missing file) are passed on; everything else
 * means that the file violates its format.
 */
export function asSheetError(error: unknown, params: SheetErrorParams = {}): unknown {
  if (error instanceof SheetError || isSystemError(error)) return error;
  return new SheetError('sheet.damaged', params, { cause: error });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
