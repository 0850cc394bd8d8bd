import { drawable } from '#server/platform/documents/clean-text.ts';
import type { Block } from '#server/platform/documents/document.ts';
import { sumKey } from '#server/record/printing/line-sums.ts';
import type { PrintedLines } from '#server/record/printing/printed-value.ts';
import type { Filling } from '#server/record/printing/fill/fill-text.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { BlockOf, LineColumn } from '#shared/record/printing/template.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Lines of one document. */
export const mostPrintedLines = 2000;

/** The lines of the record as a table; a type without lines has none. */
export function filledLines(filling: Filling, { columns: wanted }: BlockOf<'lines'>): Block[] {
  const { record, language, withoutPrices } = filling;
  const { lines } = record;
  if (!lines) return [];
  if (lines.rows.length > mostPrintedLines) throw new AppError('print.too_many_lines', { max: mostPrintedLines });
  const columns = (wanted.length > 0 ? wanted : usualColumns(lines)).filter(({ field }) => {
    const known = lines.fields.get(field);
    return field === '' || (known !== undefined && !(withoutPrices && known.isMoney));
  });
  if (columns.every(({ field }) => field === '')) return [];
  const hasSums = columns.some(({ hasSum }) => hasSum);
  const sumName = translate(language, 'print.sum');
  const named = columns.findIndex(({ hasSum }) => !hasSum);
  return [
    {
      kind: 'table',
      columns: columns.map(({ field, title, width }) => {
        const known = lines.fields.get(field);
        const name = title || (known?.label ?? translate(language, 'print.number'));
        return { title: drawable(name), width, align: field === '' ? 'center' : known?.isFigure ? 'right' : 'left' };
      }),
      rows: lines.rows.map((row, at) =>
        columns.map(({ field }) => (field === '' ? String(at + 1) : drawable(row.get(field)?.text ?? ''))),
      ),
      sums: hasSums
        ? columns.map(({ field, hasSum }, at) =>
            hasSum ? (record.values.get(sumKey(field))?.text ?? '') : at === named ? sumName : '',
          )
        : null,
    },
  ];
}

/** All fields of the lines, the name the widest. */
function usualColumns({ fields, titleKey }: PrintedLines): LineColumn[] {
  const number = { field: '', width: 5, title: '', hasSum: false };
  const own = [...fields].map(([field, { isFigure }]) => ({
    field,
    width: field === titleKey ? 24 : isFigure ? 11 : 12,
    title: '',
    hasSum: false,
  }));
  return [number, ...own];
}
