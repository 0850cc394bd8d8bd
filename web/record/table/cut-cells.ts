import { useLayoutEffect, type RefObject } from 'react';

const cells = '[data-row-key] > .ant-table-cell:not(.ant-table-selection-column)';

/**
 * Marks the cells whose content is too long for them. They alone cut it: each box that cuts is a layer of its own, and with
 * hundreds every picture and every move of the pointer takes twice as long.
 */
export function useCutCells(table: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    if (!table.current) return;
    const changed = new Set<Element>();
    let next = 0;
    const observer = new MutationObserver((changes) => {
      for (const cell of changedCells(changes)) changed.add(cell);
      if (next !== 0 || changed.size === 0) return;
      // within the next picture, which lays the page out anyhow
      next = requestAnimationFrame(() => {
        next = 0;
        mark(changed);
        changed.clear();
      });
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
      cancelAnimationFrame(next);
    };
  }, [table]);
}

function changedCells(changes: readonly MutationRecord[]): ReadonlySet<Element> {
  const changed = new Set<Element>();
  const add = (part: ParentNode | null) => {
    for (const cell of part?.querySelectorAll(cells) ?? []) changed.add(cell);
  };
  for (const { target, addedNodes } of changes) {
    const place = target instanceof Element ? target : target.parentElement;
    const around = place?.closest(cells);
    if (around) changed.add(around);
    else if (place?.matches('col')) add(place.closest('table'));
    else
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        // a column that was hidden comes into rows that are there
        if (node.matches(cells)) changed.add(node);
        add(node);
      }
  }
  return changed;
}

/** All are measured before any is marked, so that the page is laid out once. */
function mark(changed: ReadonlySet<Element>): void {
  for (const cell of changed) delete (cell as HTMLElement).dataset['cuts'];
  for (const cell of [...changed].filter(isLong)) (cell as HTMLElement).dataset['cuts'] = '';
}

/** What is in the midst of an edit is no content, and cuts to be safe. */
function isLong(cell: Element): boolean {
  const content = cell.querySelector('[data-content]');
  return content === null ? cell.firstChild !== null : content.scrollWidth > content.clientWidth;
}
