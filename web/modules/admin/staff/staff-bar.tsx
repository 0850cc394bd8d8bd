import { ApartmentOutlined, ClusterOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import type { StaffState } from './staff-state.ts';
import { statuses, statusKey } from './user-status.ts';
import styles from './staff-page.module.css';

interface StaffBarProps {
  readonly state: StaffState;
  readonly change: (next: Partial<StaffState>) => void;
  /** Opens the departments, where they do not stand beside the list. */
  readonly onTree?: () => void;
}

/** Search and status (ui "List template"). */
export function StaffBar({ state, change, onTree }: StaffBarProps) {
  const text = useText();
  return (
    <div className={styles['filters']}>
      <SearchBox
        placeholder={text('staff.search')}
        value={state.search}
        onSearch={(search) => change({ search: search.slice(0, 50) })}
      />
      <Select
        className={styles['status'] ?? ''}
        aria-label={text('staff.status')}
        value={state.status ?? -1}
        options={[
          { value: -1, label: text('staff.status_all') },
          ...statuses.map((status) => ({ value: status, label: text(statusKey(status)) })),
        ]}
        onChange={(status: number) => change({ status: status === -1 ? null : status })}
      />
      {onTree && (
        <Button icon={<ApartmentOutlined aria-hidden />} onClick={onTree}>
          {text('department.title')}
        </Button>
      )}
      <Button icon={<ClusterOutlined aria-hidden />} onClick={() => change({ chart: 'departments' })}>
        {text('org_chart.title')}
      </Button>
    </div>
  );
}
