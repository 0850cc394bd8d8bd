import { useLayoutEffect, type RefObject } from 'react';
import { afterPicture } from '#web/lib/screen/after-picture.ts';

/** How many cells a press changes at most. */
const few = 8;

const cells = '[data-row-key] > .ant-table-cell:not(.ant-table-selection-column)';

/**
 * Marks the cells whose content is too long for them. They alone cut it: each box that cuts is a layer of its own, and with
 * hundreds every picture and every move of the pointer takes twice as long.
 */
export function useCutCells(table: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    if (!table.current) return;
    const changed = new Set<HTMLElement>();
    let giveUp: () => void = () => undefined;
    const measure = () => {
      mark(changed);
      changed.clear();
    };
    const observer = new MutationObserver((changes) => {
      const some = changedCells(changes);
      if (some.size === 0) return;
      for (const cell of some) changed.add(cell);
      giveUp();
      // rows within the next picture, which lays the page out anyhow
      if (changed.size > few) {
        const frame = requestAnimationFrame(measure);
        giveUp = () => cancelAnimationFrame(frame);
        return;
      }
      // what a press changes is cut to be safe, and measured once the press is answered
      for (const cell of some) cell.dataset['cuts'] = '';
      giveUp = afterPicture(measure);
    });
    observer.observe(table.current, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      // the widths of columns
      attributeFilter: ['style'],
    });
    return () => {
      observer.disconnect();
      giveUp();
    };
  }, [table]);
}

function changedCells(changes: readonly MutationRecord[]): ReadonlySet<HTMLElement> {
  const changed = new Set<HTMLElement>();
  const add = (part: ParentNode | null) => {
    for (const cell of part?.querySelectorAll<HTMLElement>(cells) ?? []) changed.add(cell);
  };
  for (const { target, addedNodes } of changes) {
    const place = target instanceof Element ? target : target.parentElement;
    const around = place?.closest<HTMLElement>(cells);
    if (around) changed.add(around);
    else if (place?.matches('col')) add(place.closest('table'));
    else
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        // a column that was hidden comes into rows that are there
        if (node.matches(cells)) changed.add(node);
        add(node);
      }
  }
  return changed;
}

/** All are measured before any is marked, so that the page is laid out once. */
function mark(changed: ReadonlySet<HTMLElement>): void {
  for (const cell of changed) delete cell.dataset['cuts'];
  for (const cell of [...changed].filter(isLong)) cell.dataset['cuts'] = '';
}

/** What is in the midst of an edit is no content, and cuts to be safe. */
function isLong(cell: Element): boolean {
  const content = cell.querySelector('[data-content]');
  return content === null ? cell.firstChild !== null : content.scrollWidth > content.clientWidth;
}
