import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { cellWriters, type CellWriter } from './workbook-cells.ts';
import { headingRows, type SheetOptions, type WorkbookOptions, type WorkbookValue } from './workbook-options.ts';
import { rowXml, secondSheet, sheetEnd, sheetStart, smallParts } from './workbook-parts.ts';

const pieceCharacters = 64 * 1024;
/** A sheet is so repetitive that level 1 already compresses it well, at a third of the time of level 6. */
const compression = { compressionLevel: 1 };

/**
 * Starts an .xlsx file with its headings. Memory use is constant however many rows follow: each `addRow` waits while
 * the disk is behind.
 */
export function openWorkbookWriter(options: WorkbookOptions): WorkbookWriter {
  return new WorkbookWriter(options);
}

/** Writes a whole .xlsx file with the rows that `fill` adds; on failure nothing is left of it. */
export async function writeWorkbook(
  options: WorkbookOptions,
  fill: (writer: WorkbookWriter) => Promise<void> = async () => {},
): Promise<void> {
  const writer = openWorkbookWriter(options);
  try {
    await fill(writer);
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

export class WorkbookWriter {
  readonly #options: WorkbookOptions;
  readonly #streams: readonly PassThrough[];
  #current: SheetOptions;
  #writers: CellWriter[];
  #sheet: PassThrough;
  readonly #finished: Promise<void>;
  #failure: { error: unknown } | undefined;
  #piece: string;
  #row: number;

  constructor(options: WorkbookOptions) {
    this.#options = options;
    this.#current = options;
    const first = new PassThrough({ highWaterMark: pieceCharacters });
    this.#sheet = first;
    this.#streams = options.second ? [first, new PassThrough({ highWaterMark: pieceCharacters })] : [first];
    this.#writers = cellWriters(options.columns);
    this.#piece = sheetStart(options);
    this.#row = headingRows(options);
    this.#finished = this.#writeFile();
    // The next call gets the failure; until then it must not count as unhandled.
    this.#finished.catch((error: unknown) => this.#stop(error));
    for (const stream of this.#streams) stream.on('error', () => undefined);
  }

  /** `values` in the order of the columns. Wait for it before the next call. Throws errors of the disk. */
  async addRow(values: readonly WorkbookValue[]): Promise<void> {
    const row = ++this.#row;
    let cells = '';
    for (let at = 0; at < this.#writers.length; at++) cells += this.#writers[at]?.(row, values[at]) ?? '';
    this.#piece += rowXml(row, cells);
    if (this.#piece.length >= pieceCharacters) await this.#flush();
  }

  /** Rows added from now on go to the second sheet. */
  async beginSecond(): Promise<void> {
    const [, stream] = this.#streams;
    const { second } = this.#options;
    if (!second || !stream || this.#sheet === stream) throw new Error('there is no second sheet to begin');
    await this.#endSheet();
    this.#sheet = stream;
    this.#current = second;
    this.#writers = cellWriters(second.columns);
    this.#piece = sheetStart(second);
    this.#row = headingRows(second);
  }

  /** Ends the file. It is complete when this returns. */
  async close(): Promise<void> {
    if (this.#sheet !== this.#streams.at(-1)) await this.beginSecond();
    await this.#endSheet();
    await this.#finished;
  }

  async #endSheet(): Promise<void> {
    this.#piece += sheetEnd(this.#current);
    await this.#flush();
    this.#sheet.end();
  }

  /** Aborts and removes what has been written. */
  async abort(): Promise<void> {
    this.#stop(new Error('workbook given up'));
    await this.#finished.catch(() => undefined);
    await rm(this.#options.path, { force: true });
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const piece = this.#piece;
    this.#piece = '';
    if (!this.#sheet.write(piece)) await once(this.#sheet, 'drain');
  }

  async #writeFile(): Promise<void> {
    const zip = new ZipFile();
    for (const [path, xml] of smallParts(this.#options)) zip.addBuffer(Buffer.from(xml), path, compression);
    for (const [at, stream] of this.#streams.entries())
      zip.addReadStream(stream, `xl/worksheets/${at === 0 ? 'sheet1.xml' : secondSheet}`, compression);
    zip.end();
    const output = zip.outputStream as Readable;
    zip.on('error', (error: Error) => output.destroy(error));
    for (const stream of this.#streams) stream.on('error', (error) => output.destroy(error));
    await pipeline(output, createWriteStream(this.#options.path));
  }

  #stop(error: unknown): void {
    this.#failure ??= { error };
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const stream of this.#streams) stream.destroy(reason);
  }
}
