import type { GridBlock, TableBlock } from './document.ts';
import { broken, lineHeight, type Flow } from './flow.ts';
import type { Align } from './document.ts';

const padding = { x: 4, y: 2.5 };

interface Column {
  readonly x: number;
  readonly width: number;
  readonly align: Align;
}

interface Cell {
  readonly lines: readonly string[];
  readonly isBold: boolean;
  readonly isMuted: boolean;
}

/** A table whose head stands on each of its pages; a row that is higher than a page goes on on the next. */
export function layOutTable(flow: Flow, { columns: declared, rows, sums }: TableBlock): void {
  const total = declared.reduce((sum, { width }) => sum + width, 0) || 1;
  let x = flow.left;
  const columns = declared.map(({ width, align }): Column => {
    const column = { x, width: (width / total) * flow.inner, align };
    x += column.width;
    return column;
  });
  const size = flow.fontSize * 0.95;
  const cell = (column: Column, text: string, isBold = false): Cell => ({
    lines: broken(text, { width: column.width - padding.x * 2, size, isBold }),
    isBold,
    isMuted: false,
  });
  const cellsOf = (texts: readonly string[], isBold = false): Cell[] =>
    columns.map((column, at) => cell(column, texts[at] ?? '', isBold));
  const head = cellsOf(
    declared.map(({ title }) => title),
    true,
  );
  const writeHead = (): void => writeRow(flow, columns, head, size, { isShaded: true, onNewPage: () => undefined });
  flow.reserve(rowHeight(head, size) + lineHeight(size) * 2);
  writeHead();
  for (const row of rows) writeRow(flow, columns, cellsOf(row), size, { onNewPage: writeHead });
  if (sums) writeRow(flow, columns, cellsOf(sums, true), size, { onNewPage: writeHead });
  flow.y = Math.min(flow.bottom, flow.y + 4);
}

/** Names with their values, framed, the same width for each pair. */
export function layOutGrid(flow: Flow, { columns: count, cells }: GridBlock): void {
  const size = flow.fontSize;
  const pair = flow.inner / count;
  const labelWidth = Math.min(pair * 0.4, size * 8);
  const columns = Array.from({ length: count }, (_, at): Column[] => [
    { x: flow.left + at * pair, width: labelWidth, align: 'left' },
    { x: flow.left + at * pair + labelWidth, width: pair - labelWidth, align: 'left' },
  ]).flat();
  for (let from = 0; from < cells.length; from += count) {
    const some = cells.slice(from, from + count);
    const texts = columns.map((column, at): Cell => {
      const one = some[Math.floor(at / 2)];
      const isLabel = at % 2 === 0;
      const text = (isLabel ? one?.label : one?.value) ?? '';
      const lines = broken(text, { width: column.width - padding.x * 2, size, isBold: false });
      return { lines, isBold: false, isMuted: isLabel };
    });
    writeRow(flow, columns, texts, size, { onNewPage: () => undefined });
  }
  flow.y = Math.min(flow.bottom, flow.y + 4);
}

const rowHeight = (cells: readonly Cell[], size: number): number =>
  Math.max(1, ...cells.map(({ lines }) => lines.length)) * lineHeight(size) + padding.y * 2;

interface RowOptions {
  readonly isShaded?: boolean;
  readonly onNewPage: () => void;
}

function writeRow(
  flow: Flow,
  columns: readonly Column[],
  cells: readonly Cell[],
  size: number,
  options: RowOptions,
): void {
  const high = lineHeight(size);
  const lines = Math.max(1, ...cells.map((cell) => cell.lines.length));
  const whole = rowHeight(cells, size);
  if (whole > flow.rest && whole <= flow.bottom - flow.top) breakPage(flow, options);
  for (let from = 0; from < lines;) {
    if (flow.rest < high + padding.y * 2) breakPage(flow, options);
    // at least one, so that a page that is all head goes on
    const fitting = Math.max(1, Math.floor((flow.rest - padding.y * 2) / high));
    const to = Math.min(lines, from + fitting);
    writePart(flow, columns, cells, { size, from, to, isShaded: options.isShaded ?? false });
    from = to;
  }
}

function breakPage(flow: Flow, { onNewPage }: RowOptions): void {
  if (flow.isAtTop) return;
  flow.newPage();
  onNewPage();
}

interface Part {
  readonly size: number;
  readonly from: number;
  readonly to: number;
  readonly isShaded: boolean;
}

function writePart(
  flow: Flow,
  columns: readonly Column[],
  cells: readonly Cell[],
  { size, from, to, isShaded }: Part,
): void {
  const high = lineHeight(size);
  const top = flow.y;
  const bottom = top + (to - from) * high + padding.y * 2;
  const last = columns.at(-1);
  const right = last ? last.x + last.width : flow.right;
  if (isShaded) flow.shade(flow.left, top, right - flow.left, bottom - top);
  for (const [at, { x, width, align }] of columns.entries()) {
    const { lines = [], isBold = false, isMuted = false } = cells[at] ?? {};
    const written = { x: x + padding.x, width: width - padding.x * 2, size, isBold, align } as const;
    for (const [down, text] of lines.slice(from, to).entries())
      flow.text(text, top + padding.y + down * high + (high - size * 1.3) / 2, {
        ...written,
        colour: isMuted ? 'muted' : 'ink',
      });
    flow.line(x, top, x, bottom, 'line');
  }
  flow.line(right, top, right, bottom, 'line');
  flow.line(flow.left, top, right, top, 'line');
  flow.line(flow.left, bottom, right, bottom, 'line');
  flow.y = bottom;
}
