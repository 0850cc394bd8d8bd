import { ApartmentOutlined, ClusterOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { UserRow } from '#shared/admin/user-calls.ts';
import type { OfferedAction } from './staff-acts.ts';
import type { StaffState } from './staff-state.ts';
import { statuses, statusKey } from './user-status.ts';
import styles from './staff-page.module.css';

interface StaffBarProps {
  readonly state: StaffState;
  readonly change: (next: Partial<StaffState>) => void;
  readonly selected: readonly UserRow[];
  readonly actionsFor: (people: readonly UserRow[]) => OfferedAction[];
  readonly onUnselect: () => void;
  /** Opens the departments, where they do not stand beside the list. */
  readonly onTree?: () => void;
}

/** Search and status; while people are selected, the actions on all of them (ui "List template"). */
export function StaffBar({ state, change, selected, actionsFor, onUnselect, onTree }: StaffBarProps) {
  const text = useText();
  if (selected.length > 0) {
    const label = text('staff.selected', { count: selected.length });
    return (
      <div className={styles['bulk']} role="toolbar" aria-label={label}>
        <strong>{label}</strong>
        {actionsFor(selected).map(({ key, title, isDangerous = false, run }) => (
          <Button key={key} size="small" danger={isDangerous} onClick={run}>
            {text(title)}
          </Button>
        ))}
        <Button size="small" type="text" onClick={onUnselect}>
          {text('action.cancel')}
        </Button>
      </div>
    );
  }
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
