import { Pagination } from 'antd';
import type { Pages } from '#web/lib/http/pages.ts';

interface SmallPagerProps extends Pages {
  readonly total: number;
  /** Arrows alone, where there is little room. */
  readonly isSimple?: boolean;
  readonly className?: string | undefined;
  readonly label?: string;
}

/** Leads to the other pages of a short list; nothing where there is one page only. */
export const SmallPager = ({ page, perPage, onPage, total, isSimple = false, className, label }: SmallPagerProps) => (
  <Pagination
    className={className ?? ''}
    size="small"
    simple={isSimple}
    hideOnSinglePage
    current={page}
    pageSize={perPage}
    total={total}
    showSizeChanger={false}
    aria-label={label}
    onChange={onPage}
  />
);
