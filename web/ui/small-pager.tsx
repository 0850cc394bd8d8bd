import { Pagination } from 'antd';
import type { Pages } from '#web/lib/http/pages.ts';

interface SmallPagerProps extends Pages {
  readonly total: number;
  /** Arrows only, for narrow places. */
  readonly isSimple?: boolean;
  readonly className?: string | undefined;
  readonly label?: string;
}

/** The pager of a short list; renders nothing when there is one page only. */
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
