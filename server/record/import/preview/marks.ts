import type { SheetCell } from '#server/platform/sheets/cell.ts';
import { plainText } from '#server/record/import/sheet.ts';
import type { ImportCause, ImportPreview, MarkKind } from '#shared/record/calls/import-calls.ts';

/** Rows without marks that are shown, and rows with marks besides. */
const plainShown = 100;
const markedShown = 400;
/** Characters of all rows that are shown. */
const mostShown = 1_000_000;
const mostCauses = 200;
/** Rows and texts that a cause names. */
const namedRows = 20;
const namedTexts = 100;

/** One thing that is said of a row. */
export interface Remark {
  readonly kind: MarkKind;
  readonly code: string;
  /** Column of the sheet; null for the whole row. */
  readonly index: number | null;
  readonly column: string;
  readonly msg: string;
  /** What stands in the cell, and what it is repaired to. */
  readonly from?: string;
  readonly to?: string;
  /** The option that there is not. */
  readonly option?: string | undefined;
}

interface Cause extends Remark {
  readonly place: number;
  readonly rows: Set<number>;
  readonly texts: Map<string, string>;
}

interface MarkedRow {
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

/** Gathers what is said of the rows of a sheet: by cause over all rows, and at their cells for those that are shown. */
export class Marks {
  readonly #shown: readonly number[];
  readonly #causes = new Map<string, Cause>();
  readonly #lines: ImportPreview['lines'] = [];
  readonly #marks: ImportPreview['marks'] = [];
  #plain = 0;
  #marked = 0;
  #characters = 0;

  /** `shown` are the columns whose cells are answered. */
  constructor(shown: readonly number[]) {
    this.#shown = shown;
  }

  add({ row, cells }: MarkedRow, remarks: readonly Remark[]): void {
    const isShown = this.#show(row, cells, remarks.length > 0);
    for (const remark of remarks) {
      const cause = this.#causeOf(remark);
      if (!cause) continue;
      cause.rows.add(row);
      if (remark.from !== undefined && cause.texts.size < namedTexts) cause.texts.set(remark.from, remark.to ?? '');
      const { kind, index, msg } = remark;
      if (isShown) this.#marks.push({ row, index, kind, msg, cause: cause.place });
    }
  }

  /** Causes by how many rows they are about, what stops rows first. */
  found(): Pick<ImportPreview, 'causes' | 'lines' | 'marks'> {
    const order = [...this.#causes.values()].toSorted(
      (one, other) => rank(one.kind) - rank(other.kind) || other.rows.size - one.rows.size,
    );
    const places = new Map(order.map(({ place }, at) => [place, at]));
    return {
      causes: order.map(({ kind, code, index, column, msg, rows, texts, option = null }): ImportCause => ({
        kind,
        code,
        index,
        column,
        msg,
        option,
        rowCount: rows.size,
        rows: [...rows].slice(0, namedRows),
        texts: [...texts],
      })),
      lines: this.#lines,
      marks: this.#marks.map((mark) => ({ ...mark, cause: places.get(mark.cause) ?? 0 })),
    };
  }

  #show(row: number, cells: readonly SheetCell[], isMarked: boolean): boolean {
    const isWanted = isMarked ? this.#marked < markedShown : this.#plain < plainShown;
    if (!isWanted || this.#characters > mostShown) return false;
    if (isMarked) this.#marked += 1;
    else this.#plain += 1;
    const texts = cells.map((cell, index) => (this.#shown.includes(index) ? plainText(cell) : ''));
    this.#characters += texts.reduce((sum, { length }) => sum + length, 0);
    this.#lines.push({ row, cells: texts });
    return true;
  }

  #causeOf(remark: Remark): Cause | undefined {
    const key = JSON.stringify([remark.kind, remark.code, remark.index, remark.option]);
    const known = this.#causes.get(key);
    if (known || this.#causes.size === mostCauses) return known;
    const cause = { ...remark, place: this.#causes.size, rows: new Set<number>(), texts: new Map<string, string>() };
    this.#causes.set(key, cause);
    return cause;
  }
}

const rank = (kind: MarkKind): number => (kind === 'bad' ? 0 : kind === 'ask' ? 1 : 2);
