import type { PlainCell, SheetCell } from './cell.ts';
import { TextCollector, unescapeText } from './cell-text.ts';
import { dateOfSerial, timeOfSerial } from './date-serial.ts';
import { formatLimits, type ReadLimits } from './limits.ts';
import type { NumberKind } from './number-format.ts';
import type { RowBatches } from './row-batches.ts';
import { SheetError } from './sheet-error.ts';
import type { StringPool } from './string-pool.ts';
import type { XmlAttributes, XmlHandler } from './xml-tokens.ts';

/** A merged area, all four 1-based and inclusive. Only its top left cell has a value. */
export interface SheetMerge {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface CellContext {
  strings: StringPool;
  styles: NumberKind[];
  is1904: boolean;
}

/** Merges that are reported; a sheet with more has no usable table anyway. */
const maxMerges = 1_000;

/** Turns the XML of one sheet into rows. The declared dimension is ignored. */
export class WorksheetHandler implements XmlHandler {
  readonly merges: SheetMerge[] = [];
  wantsText = false;
  readonly #context: CellContext;
  readonly #limits: ReadLimits;
  readonly #batches: RowBatches;
  readonly #collector = new TextCollector(() => this.#place());
  #hasRoot = false;
  #isInData = false;
  #isInCell = false;
  #row = 0;
  #column = 0;
  #cells: SheetCell[] = [];
  #characters = 0;
  #type: string | undefined;
  #style = 0;
  #isFormula = false;

  constructor(context: CellContext, limits: ReadLimits, batches: RowBatches) {
    this.#context = context;
    this.#limits = limits;
    this.#batches = batches;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#isInCell) this.#openInCell(name);
    else if (name === 'c' && this.#isInData) this.#openCell(attributes);
    else if (name === 'row' && this.#isInData) this.#openRow(attributes);
    else if (name === 'mergeCell' && this.merges.length < maxMerges) this.#addMerge(attributes);
    else if (name === 'sheetData') this.#isInData = true;
    else if (!this.#hasRoot && name !== 'worksheet') throw new SheetError('sheet.damaged');
    this.#hasRoot = true;
  }

  close(name: string): void {
    if (this.#isInCell) {
      this.wantsText = false;
      this.#collector.closes(name);
      if (name === 'c') this.#closeCell();
    } else if (name === 'row' && this.#isInData) this.#closeRow();
    else if (name === 'sheetData') this.#isInData = false;
  }

  text(text: string): void {
    this.#collector.append(text);
  }

  #openRow(attributes: XmlAttributes): void {
    const given = attributes.get('r');
    const row = given === undefined ? this.#row + 1 : Number(given);
    // A repeated or late row would overwrite what has already been passed on.
    if (!Number.isInteger(row) || row <= this.#row || row > formatLimits.rows) {
      throw new SheetError('sheet.damaged', { row: this.#row + 1 });
    }
    this.#row = row;
    this.#column = 0;
    this.#cells = [];
    this.#characters = 0;
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.#batches.add({ row: this.#row, cells: this.#cells }, this.#characters);
    this.#cells = [];
  }

  #openCell(attributes: XmlAttributes): void {
    const reference = attributes.get('r');
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 1 || this.#column > formatLimits.columns) throw this.#damaged();
    this.#type = attributes.get('t');
    this.#style = Number(attributes.get('s') ?? 0);
    this.#isFormula = false;
    this.#isInCell = true;
  }

  #openInCell(name: string): void {
    if (name === 'f') this.#isFormula = true;
    this.wantsText = name === 'v' || this.#collector.opens(name);
  }

  #closeCell(): void {
    this.#isInCell = false;
    const value = this.#value(this.#collector.take());
    if (this.#isFormula) this.#put({ formula: true, cached: value });
    else if (value !== null) this.#put(value);
  }

  /** Empty cells arrive here only as gaps, so a formatted but empty sheet of any width costs nothing. */
  #put(cell: SheetCell): void {
    const { maxColumns } = this.#limits;
    if (this.#column > maxColumns) {
      throw new SheetError('sheet.too_many_columns', { limit: maxColumns, row: this.#row, column: this.#column });
    }
    while (this.#cells.length < this.#column - 1) this.#cells.push(null);
    this.#cells[this.#column - 1] = cell;
  }

  #value(raw: string): PlainCell {
    if (raw === '') return null;
    switch (this.#type) {
      case 's':
        return this.#textCell(this.#sharedString(raw));
      case 'inlineStr':
      case 'str':
        return this.#textCell(unescapeText(raw));
      case 'b':
        return raw === '1' || raw === 'true';
      case 'e':
        return { error: raw };
      case 'd':
        return isoDate(raw) ?? this.#textCell(raw);
      default:
        return this.#numberCell(raw.trim());
    }
  }

  #textCell(text: string): string | null {
    this.#characters += text.length;
    return text === '' ? null : text;
  }

  #sharedString(raw: string): string {
    const text = this.#context.strings.get(Number(raw));
    if (text === undefined) throw this.#damaged();
    return text;
  }

  #numberCell(raw: string): PlainCell {
    const value = Number(raw);
    if (!Number.isFinite(value) || raw === '') return this.#textCell(raw);
    const kind = this.#context.styles[this.#style] ?? 'number';
    if (kind !== 'number') return this.#timeCell(value, kind);
    // A card or identity number typed by a program: as a number it would lose its last digits.
    if (!Number.isSafeInteger(value) && /^\d{16,}$/.test(raw)) return this.#textCell(raw);
    return value;
  }

  #timeCell(value: number, kind: NumberKind): PlainCell {
    if (kind === 'duration' || (kind === 'time' && value < 1)) return value < 0 ? value : timeOfSerial(value);
    const date = dateOfSerial(value, this.#context.is1904);
    if (date === undefined) return value;
    return { date: kind === 'date' ? date.day : `${date.day} ${date.time}` };
  }

  #addMerge(attributes: XmlAttributes): void {
    const [from = '', to = from] = (attributes.get('ref') ?? '').split(':');
    const merge = { top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) };
    if (Object.values(merge).every((edge) => edge >= 1)) this.merges.push(merge);
  }

  #damaged(): SheetError {
    return new SheetError('sheet.damaged', this.#place());
  }

  #place(): { row: number; column: number } {
    return { row: this.#row, column: this.#column };
  }
}

/** The column of 'B7': 2. 0 when there is none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < 4; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (!(letter >= 65 && letter <= 90)) break;
    column = column * 26 + letter - 64;
  }
  return column;
}

/** The row of 'B7': 7. 0 when there is none. */
function rowOf(reference: string): number {
  const row = Number(/^[A-Za-z]{1,3}(\d{1,7})$/.exec(reference)?.[1] ?? 0);
  return row <= formatLimits.rows ? row : 0;
}

/** A cell of type `d` holds ISO 8601 text (strict format). Fractions of a second are dropped. */
function isoDate(raw: string): PlainCell {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z?)?$/.exec(raw.trim());
  if (match === null) return null;
  const [, day = '', time] = match;
  return { date: time === undefined || time === '00:00:00' ? day : `${day} ${time}` };
}
