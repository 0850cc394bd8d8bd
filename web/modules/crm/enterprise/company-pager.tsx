import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { pageWindow } from '#web/modules/crm/enterprise/page-window.ts';
import styles from '#web/modules/crm/enterprise/enterprise.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

/** Five page buttons with one on each side (R19.3). */
export function CompanyPager({ page, pages, onChange }: PagerProps) {
  const text = useText();
  if (pages <= 1) return null;
  return (
    <nav className={styles['pager']} aria-label={text('enterprise.pages')}>
      <Button
        size="small"
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label={text('enterprise.previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      {pageWindow(page, pages).map((number) => (
        <Button
          key={number}
          size="small"
          type={number === page ? 'primary' : 'text'}
          {...(number === page && { 'aria-current': 'page' as const })}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        size="small"
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label={text('enterprise.next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
