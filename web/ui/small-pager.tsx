import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, isValidElement, type ButtonHTMLAttributes } from 'react';
import { textOf } from '#web/lib/i18n/i18n.ts';
import type { Pages } from '#web/lib/http/pages.ts';

interface SmallPagerProps extends Pages {
  readonly total: number;
  /** Arrows only, for narrow places. */
  readonly isSimple?: boolean;
  readonly className?: string | undefined;
  readonly label?: string;
}

/**
 * For a pager of arrows only: on the first page the component library leaves the next arrow out of the reach of the keyboard. Keys
 * stay with the arrow, whose item would turn the page a second time.
 */
export const reachableArrows: PaginationProps['itemRender'] = (page, type, arrow) =>
  type === 'next' && page === 2 && isValidElement<ButtonHTMLAttributes<HTMLButtonElement>>(arrow)
    ? cloneElement(arrow, {
        tabIndex: 0,
        'aria-label': textOf('list.next_page'),
        onKeyDown: (event) => event.stopPropagation(),
      })
    : arrow;

/** The pager of a short list; renders nothing when there is one page only. */
export const SmallPager = ({ page, perPage, onPage, total, isSimple = false, className, label }: SmallPagerProps) => (
  <Pagination
    className={className ?? ''}
    size="small"
    simple={isSimple}
    {...(isSimple && { itemRender: reachableArrows })}
    hideOnSinglePage
    current={page}
    pageSize={perPage}
    total={total}
    showSizeChanger={false}
    aria-label={label}
    onChange={onPage}
  />
);
