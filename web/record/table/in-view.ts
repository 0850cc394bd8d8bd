import { useEffect, type UIEvent } from 'react';
import { afterPicture } from '#web/lib/screen/after-picture.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const wayOf = (from: number, to: number, least: number, most: number): number =>
  from < least ? from - least : to > most ? Math.min(to - most, from - least) : 0;

/** How far an area has to scroll until a box in it is in view, in pixels: its beginning, if it is larger. */
export const wayInto = (area: Box, box: Box): { readonly x: number; readonly y: number } => ({
  x: wayOf(box.left, box.right, area.left, area.right),
  y: wayOf(box.top, box.bottom, area.top, area.bottom),
});

/**
 * Keeps the row or cell under the keys in view, beside the frozen columns and not below them. The key or press is answered
 * before: to ask where the cell is has the page laid out in its midst.
 */
export function useInView(cursor: { readonly id: number; readonly field: string | null } | null): void {
  useEffect(() => {
    // a key that is held down does not give up the one before: there would be no view until it is let go
    if (cursor) afterPicture(() => bringIntoView(cursor.id));
  }, [cursor]);
}

function bringIntoView(id: number): void {
  const row = document.querySelector(`[data-row-key="${id}"]`);
  const area = row?.closest('.ant-table-body, .ant-table-tbody-virtual-holder');
  if (!row || !area) return;
  const cell = row.querySelector('[data-cursor]');
  const frozen = [...row.querySelectorAll('.ant-table-cell-fix-start')];
  const { top, bottom, left, right } = area.getBoundingClientRect();
  const edge = frozen.at(-1)?.getBoundingClientRect().right ?? left;
  const { x, y } = wayInto({ top, bottom, left: edge, right }, (cell ?? row).getBoundingClientRect());
  if (y !== 0) area.scrollTop += y;
  if (!cell || frozen.includes(cell) || x === 0) return;
  // a table that draws only rows in view moves its columns by itself, and their headings too
  if (area.matches('.ant-table-body')) area.scrollLeft += x;
  else moveColumns(area, x);
}

const moveColumns = (area: Element, deltaX: number): boolean =>
  area.dispatchEvent(new WheelEvent('wheel', { deltaX, cancelable: true }));

/**
 * For the scrolling of anything in a table. Where a table moves its columns by itself, the browser moves them all the same
 * towards what gets the focus, and not their headings: that is handed over to the table.
 */
export function handOverScroll({ target }: UIEvent): void {
  if (!(target instanceof Element) || target.scrollLeft === 0) return;
  const area = target.closest('.ant-table-tbody-virtual-holder');
  // cells may scroll within themselves
  if (!area || (target !== area && target.parentElement !== area)) return;
  const { scrollLeft } = target;
  target.scrollLeft = 0;
  moveColumns(area, scrollLeft);
}
