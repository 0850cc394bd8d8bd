import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { ErrorParams } from '#shared/wire/error-codes.ts';
import type { BulkSheet, RowFault } from '#server/record/bulk-sheets/read-rows.ts';

/** Maximum characters of a cell in a message. */
const longest = 60;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text);

/** The outcome of each row: failed, skipped, or done. */
export class Report {
  readonly #faults = new Map<number, RowFault>();
  readonly #skipped = new Set<number>();

  /** The first fault of a row is reported; long cell texts are cut. */
  fail(row: number, key: MessageKey, params: ErrorParams = {}): void {
    if (this.#faults.has(row)) return;
    const short = Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]);
    this.#faults.set(row, { key, params: Object.fromEntries(short) as ErrorParams });
  }

  skip(row: number): void {
    this.#skipped.add(row);
  }

  answer({ headings, lines }: BulkSheet, language: Language, operationId: number | null): BulkSheetAnswer {
    const failed = lines.filter(({ row }) => this.#faults.has(row));
    const skipped = lines.filter(({ row }) => this.#skipped.has(row) && !this.#faults.has(row)).length;
    return {
      total: lines.length,
      success: lines.length - failed.length - skipped,
      skipped,
      headings: [...headings],
      errors: failed.map(({ row, cells }) => {
        const { key, params } = this.#faults.get(row) ?? { key: 'import.row_failed', params: {} };
        return { row, msg: translate(language, key, params), cells: [...cells] };
      }),
      operationId,
    };
  }
}
