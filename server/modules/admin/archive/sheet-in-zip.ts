import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { openWorkbookWriter, type WorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import type { ZipFile } from './zip-file.ts';

/** Rows of a workbook; a sheet takes 1,048,576, and no program opens so many with ease. */
const mostRows = 500_000;

interface SheetPlace {
  readonly zip: ZipFile;
  /** Where a workbook is while it is written; it has to be whole before it can enter the zip. */
  readonly folder: string;
  /** The name of the first workbook in the zip, without its ending. */
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  readonly rowsEach?: number | undefined;
}

/** Rows as workbooks of a zip: as many as they need, the second one ends in 2. */
export class SheetInZip {
  readonly #place: SheetPlace;
  readonly #path: string;
  #writer: WorkbookWriter;
  #inThis = 0;
  #workbooks = 1;
  rows = 0;

  constructor(place: SheetPlace) {
    this.#place = place;
    this.#path = join(place.folder, `${place.name.replaceAll('/', '_')}.xlsx`);
    this.#writer = this.#open();
  }

  async addRow(values: readonly WorkbookValue[]): Promise<void> {
    if (this.#inThis === (this.#place.rowsEach ?? mostRows)) {
      await this.#put();
      this.#workbooks += 1;
      this.#inThis = 0;
      this.#writer = this.#open();
    }
    await this.#writer.addRow(values);
    this.#inThis += 1;
    this.rows += 1;
  }

  async close(): Promise<void> {
    await this.#put();
  }

  /** Stops the writing; the folder is removed by whoever made it. */
  abort(): Promise<void> {
    return this.#writer.abort();
  }

  #open(): WorkbookWriter {
    return openWorkbookWriter({ path: this.#path, columns: [...this.#place.columns] });
  }

  async #put(): Promise<void> {
    const { zip, name } = this.#place;
    await this.#writer.close();
    await zip.addPacked(`${name}${this.#workbooks === 1 ? '' : ` ${this.#workbooks}`}.xlsx`, this.#path);
    await rm(this.#path);
  }
}

/** Fills a sheet, whatever happens: what fails leaves no writer open. */
export async function inSheet(place: SheetPlace, fill: (sheet: SheetInZip) => Promise<void>): Promise<number> {
  const sheet = new SheetInZip(place);
  try {
    await fill(sheet);
    await sheet.close();
  } catch (error) {
    await sheet.abort();
    throw error;
  }
  return sheet.rows;
}
