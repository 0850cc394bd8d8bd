import { Segmented, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { goalStatuses, goalTypes, goalYears, type GoalType } from '#shared/crm/goals/goal.ts';
import type { GoalView } from './goal-address.ts';
import styles from './goals.module.css';

interface GoalBarProps {
  readonly view: GoalView;
  /** The departments above the shown one, and it. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly onGo: (next: Partial<GoalView>) => void;
}

/** Which goals are shown: of departments or people, which department, year and kind of money. */
export function GoalBar({ view, path, onGo }: GoalBarProps) {
  const text = useText();
  const thisYear = Number(useNow().slice(0, 4));
  const dept = path.at(-1);
  const years = new Set([view.year, ...Array.from({ length: 14 }, (_, at) => thisYear + 3 - at)]);
  return (
    <>
      <Tabs
        activeKey={String(view.type)}
        items={Object.values(goalTypes).map((type) => ({ key: String(type), label: text(`goal.tab_${type}`) }))}
        onChange={(type) => onGo({ type: Number(type) as GoalType })}
      />
      <div className={styles['bar']}>
        <nav className={styles['path']} aria-label={text('widget.dept_path')}>
          <ol>
            {path.slice(0, -1).map(({ id, name }) => (
              <li key={id}>
                <button type="button" onClick={() => onGo({ deptId: id, type: goalTypes.dept })}>
                  {name}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles['dept']}>
          <DepartmentPicker
            value={dept ? [{ deptId: dept.id, name: dept.name }] : []}
            onChange={([chosen]) => onGo({ deptId: chosen?.deptId })}
          />
        </div>
        <Select
          aria-label={text('goal.choose_year')}
          value={view.year}
          options={[...years]
            .filter((year) => year >= goalYears.least && year <= goalYears.most)
            .toSorted((left, right) => right - left)
            .map((year) => ({ value: year, label: text('goal.of_year', { year }) }))}
          onChange={(year) => onGo({ year })}
        />
        <Segmented
          aria-label={text('goal.choose_money')}
          value={view.status}
          options={Object.values(goalStatuses).map((value) => ({ value, label: text(`goal.status.${value}`) }))}
          onChange={(status) => onGo({ status })}
        />
      </div>
    </>
  );
}
