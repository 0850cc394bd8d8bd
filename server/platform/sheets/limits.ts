import { mostSheetRows } from '#shared/platform/sheet-rows.ts';

/**
 * Limits for reading a spreadsheet (security U5). Everything is counted while the data is read; nothing the file states
 * about itself is trusted.
 */
export interface ReadLimits {
  /** Most rows with a value, the heading rows not counted. */
  maxRows: number;
  /** Most columns; a cell with a value to the right of it is refused. */
  maxColumns: number;
  /** Rows 1 to this one are titles and headings and do not count. Default 0. */
  headingRows?: number;
  /** Reading time allowed for each 10,000 rows. Default 30. */
  secondsPer10000Rows?: number;
}

export const personLimits = { maxRows: mostSheetRows, maxColumns: 200 } as const satisfies ReadLimits;
export const administratorLimits = { maxRows: 100_000, maxColumns: 200 } as const satisfies ReadLimits;

/** The zip container. The ratio counts from `ratioFreeBytes` on, as short runs of blanks compress very well. */
export const archiveLimits = {
  entries: 2_000,
  unpackedBytes: 200 * 1024 * 1024,
  ratio: 100,
  ratioFreeBytes: 1024 * 1024,
};
export type ArchiveLimits = typeof archiveLimits;

/**
 * Amounts of text, in UTF-16 units. A few bytes of the file can point thousands of times at one long shared string, so
 * the output has limits of its own.
 */
export const textLimits = {
  cell: 65_536,
  row: 1_000_000,
  sheet: 200_000_000,
  /** All shared strings together: they stay in memory while the sheet is read. */
  shared: 24_000_000,
  sharedStrings: 4_000_000,
};

/** The reading worker and its heap. A file that needs more is refused as too large. */
export const workerHeapMegabytes = 512;

/** Whole files checked at once in one process; running imports read one more. */
export const inspectionsAtOnce = 2;

/** The limits of the file format itself. */
export const formatLimits = { rows: 1_048_576, columns: 16_384, sheets: 1_000, styles: 100_000, relations: 10_000 };
