import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { PeriodInput } from '#web/record/question/period-input.tsx';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import styles from './audit.module.css';

/** The filters that both logs have. */
export const commonFilters = ['userId', 'startDate', 'endDate', 'result'] as const;
type Common = (typeof commonFilters)[number];

interface LogFiltersProps {
  readonly state: Pick<PlainListState<Common>, 'filters'> & {
    readonly change: (change: { readonly filters: Readonly<Partial<Record<Common, string>>> }) => void;
  };
  /** The name of whoever the address names, as far as rows say it. */
  readonly nameOf: (userId: number) => string | undefined;
  readonly onExport: () => Promise<unknown>;
  readonly children: ReactNode;
}

const day = /^\d{4}-\d\d-\d\d$/;
/** What the address says where it can be asked. */
export const askedOf = ({ userId, startDate, endDate, result }: Readonly<Record<Common, string>>) => ({
  userId: /^[1-9]\d{0,8}$/.test(userId) ? userId : '',
  startDate: day.test(startDate) ? startDate : '',
  endDate: day.test(endDate) ? endDate : '',
  result: result === 'done' || result === 'refused' ? result : '',
});
/** A choice of an address; '' for one that there is not. */
export const choiceOf = <T extends string>(values: readonly T[], value: string): T | '' =>
  values.find((one) => one === value) ?? '';

/** Person, period and result, and what else the log is filtered by. */
export function LogFilters({ state: { filters, change }, nameOf, onExport, children }: LogFiltersProps) {
  const text = useText();
  const [chosen, setChosen] = useState<UserChoice | null>(null);
  const [isExporting, setExporting] = useState(false);
  const asked = askedOf(filters);
  const userId = Number(asked.userId);
  const realname = (chosen?.userId === userId ? chosen.realname : nameOf(userId)) ?? `#${userId}`;
  const handleExport = () => {
    setExporting(true);
    void onExport()
      .catch(() => null)
      .finally(() => setExporting(false));
  };
  return (
    <>
      <div className={styles['person']}>
        <UserPicker
          label={text('audit.column.person')}
          placeholder={text('audit.any_person')}
          value={userId > 0 ? [{ userId, realname }] : []}
          onChange={([next]) => {
            setChosen(next ?? null);
            change({ filters: { userId: next ? String(next.userId) : '' } });
          }}
        />
      </div>
      <PeriodInput
        className={styles['period']}
        label={text('audit.column.time')}
        placeholders={[text('audit.from'), text('audit.to')]}
        value={asked}
        onChange={(days) => change({ filters: { ...days } })}
      />
      {children}
      <Select<string>
        className={styles['choice'] ?? ''}
        aria-label={text('audit.column.result')}
        value={asked.result}
        options={[
          { value: '', label: text('audit.any_result') },
          { value: 'done', label: text('audit.result.done') },
          { value: 'refused', label: text('audit.result.refused') },
        ]}
        onChange={(result) => change({ filters: { result } })}
      />
      <Button loading={isExporting} onClick={handleExport}>
        {text('audit.export')}
      </Button>
    </>
  );
}
