import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import styles from '#web/ui/sheet-grid/sheet-grid.module.css';

interface SheetHead {
  readonly key: string;
  readonly title: string;
  /** A column that is summed from others. */
  readonly isSum?: boolean;
}

interface SheetGridProps {
  readonly ref?: Ref<HTMLTableElement>;
  readonly label: string;
  readonly heads: readonly SheetHead[];
  /**
   * `tr`, `data-total` where it is the sum of others, of a `th` and of `td` with the role `gridcell`. A cell that is edited has
   * `data-cell`; while it is, `data-editing`; and what it shows of itself: `data-changed`, `data-error`, `data-zero`,
   * `data-differs`, `data-sum`.
   */
  readonly children: ReactNode;
  readonly onKeyDown: KeyboardEventHandler;
}

/** A sheet of figures, scrolled inside itself; its names and the column after them stay in view. */
export const SheetGrid = ({ ref, label, heads, children, onKeyDown }: SheetGridProps) => (
  <div className={styles['scroll']}>
    <table ref={ref} className={styles['grid']} role="grid" aria-label={label} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {heads.map(({ key, title, isSum }) => (
            <th key={key} scope="col" data-sum={isSum || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
