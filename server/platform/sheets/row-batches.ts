import type { SheetRow } from './cell.ts';
import { textLimits, type ReadLimits } from './limits.ts';
import { SheetError } from './sheet-error.ts';

const batchRows = 500;
const batchCharacters = 500_000;

/** Counts rows against the limits and groups them into batches. */
export class RowBatches {
  readonly limits: ReadLimits;
  #full: SheetRow[][] = [];
  #open: SheetRow[] = [];
  #openCharacters = 0;
  #characters = 0;
  #counted = 0;
  /** Rows with a value so far, heading rows included. */
  rows = 0;
  lastRow = 0;
  columns = 0;

  constructor(limits: ReadLimits) {
    this.limits = limits;
  }

  /** `characters`: length of all text in the row. */
  add(row: SheetRow, characters: number): void {
    this.#count(row, characters);
    // Closing before a row that does not fit keeps a batch small even when its rows are large.
    if (this.#open.length > 0 && this.#openCharacters + characters > batchCharacters) this.#closeBatch();
    this.#open.push(row);
    this.#openCharacters += characters;
    if (this.#open.length === batchRows) this.#closeBatch();
  }

  /** The complete batches; at the end also the last, shorter one. */
  take(isEnd = false): SheetRow[][] {
    if (isEnd && this.#open.length > 0) this.#closeBatch();
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }

  #count(row: SheetRow, characters: number): void {
    const { maxRows, headingRows = 0 } = this.limits;
    this.rows++;
    this.lastRow = row.row;
    this.columns = Math.max(this.columns, row.cells.length);
    this.#characters += characters;
    if (row.row > headingRows && ++this.#counted > maxRows) {
      throw new SheetError('sheet.too_many_rows', { limit: maxRows, row: row.row });
    }
    assertText('row', characters, row.row);
    assertText('sheet', this.#characters, row.row);
  }

  #closeBatch(): void {
    this.#full.push(this.#open);
    this.#open = [];
    this.#openCharacters = 0;
  }
}

function assertText(what: 'row' | 'sheet', characters: number, row: number): void {
  if (characters > textLimits[what]) throw new SheetError('sheet.too_large', { what, limit: textLimits[what], row });
}
