import type { TableColumnType } from 'antd';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Row } from '#web/record/row.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

/** Pixels of the column of check boxes. */
export const tickWidth = 44;
const leastWidths = { phone: 140, chip: 128, other: 110 } as const;

/** Pixels that a usual value of its kind needs. */
function usualWidth(head: ListHead): number {
  if (head.fieldName === 'telephone') return leastWidths.phone;
  const { look } = pageTypeOf(head);
  return look === 'phone' || look === 'chip' ? leastWidths[look] : leastWidths.other;
}

/** Pixels of a heading in the widest of our fonts, with its arrows and padding. */
const headingWidth = ({ name, sortable }: ListHead): number =>
  [...name].reduce((sum, sign) => sum + (sign < '\u2e80' ? 9 : 15), 20 + (sortable === 1 ? 24 : 0));

/** Pixels of a column: as its reader has set it, but its heading and a usual value stay readable. */
export const widthOf = (head: ListHead, titleWidth: number | null): number =>
  Math.max(head.width, titleWidth ?? usualWidth(head), headingWidth(head));

export const widthOfAll = (columns: readonly TableColumnType<Row>[]): number =>
  columns.reduce((sum, column) => sum + Number(column.width ?? 0), tickWidth);

/** The columns, in their order with their widths, that begin within a width, beside the check boxes. */
export function firstWithin(columns: readonly (readonly [string, number])[], width: number): ReadonlySet<string> {
  const names = new Set<string>();
  let start = tickWidth;
  for (const [name, own] of columns) {
    if (start < width) names.add(name);
    start += own;
  }
  return names;
}

/**
 * Columns that fill the table: what is left of its width goes to the name. Frozen ones say themselves where they stick,
 * which the table would find out once it has drawn them.
 */
export function stretched(columns: readonly TableColumnType<Row>[], title: string, width: number) {
  const rest = Math.max(0, width - widthOfAll(columns));
  let end = tickWidth;
  return columns.map((column) => {
    const start = end;
    const own = Number(column.width) + (column.key === title ? rest : 0);
    end += own;
    if (!column.fixed) return { ...column, width: own };
    const style = { insetInlineStart: start };
    return { ...column, width: own, onCell: (row: Row) => ({ ...column.onCell?.(row), style }) };
  });
}
