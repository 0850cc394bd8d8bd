import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { useCategories } from '#web/record/follow-up/use-follow-up.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { kindText } from '#shared/record/follow-up-kinds.ts';
import { textLimit } from '#shared/text/text-limit.ts';
import { clearing } from '#web/ui/paged-select.tsx';

/** Filters of the list. */
export interface FollowUpFilters {
  readonly category?: string;
  readonly person?: UserChoice;
  /** `yyyy-MM-dd`, both inclusive. */
  readonly days?: readonly [from: string, to: string];
  readonly search?: string;
}

interface FiltersProps {
  readonly value: FollowUpFilters;
  readonly onChange: (value: FollowUpFilters) => void;
}

/** Filters the follow-ups by kind, person, days and text. */
export function Filters({ value, onChange }: FiltersProps) {
  const text = useText();
  const personId = useId();
  const categories = useCategories();
  const { category, person, days, search } = value;
  const change = <K extends keyof FollowUpFilters>(key: K, next: FollowUpFilters[K] | null) => {
    const { [key]: _, ...rest } = value;
    onChange({ ...rest, ...(next && { [key]: next }) });
  };
  return (
    <div className={styles['filters']} role="search" aria-label={text('follow_up.filter')}>
      <Select
        variant="borderless"
        allowClear={clearing()}
        aria-label={text('follow_up.filter_category')}
        placeholder={text('follow_up.filter_category')}
        value={category ?? null}
        options={categories.map((one) => ({ value: one, label: kindText(text, one) }))}
        onChange={(next: string | null | undefined) => change('category', next ?? null)}
      />
      <div>
        <label htmlFor={personId} className="only-read">
          {text('follow_up.filter_person')}
        </label>
        <UserPicker
          id={personId}
          isQuiet
          value={person ? [person] : []}
          placeholder={text('follow_up.filter_person')}
          onChange={([next]) => change('person', next ?? null)}
        />
      </div>
      <DatePicker.RangePicker
        variant="borderless"
        aria-label={text('follow_up.filter_days')}
        placeholder={[text('follow_up.filter_from'), text('follow_up.filter_to')]}
        value={days ? [dayjs(days[0]), dayjs(days[1])] : null}
        onChange={(next) => {
          const [from, to] = next ?? [];
          change('days', from && to ? [from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD')] : null);
        }}
      />
      <Input
        className={styles['text'] ?? ''}
        variant="borderless"
        allowClear
        type="search"
        maxLength={textLimit}
        aria-label={text('follow_up.filter_text')}
        placeholder={text('follow_up.filter_text')}
        value={search ?? ''}
        onChange={({ target }) => change('search', target.value)}
      />
    </div>
  );
}
