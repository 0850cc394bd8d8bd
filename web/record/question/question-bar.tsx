import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { companyTime } from '#shared/record/time.ts';
import { addDays, periods, type Period } from '#shared/text/period.ts';
import { groups, type Chosen } from '#web/record/question/question.ts';
import styles from '#web/record/question/question-bar.module.css';

interface QuestionBarProps {
  readonly chosen: Chosen;
  readonly onChange: (more: Partial<Chosen>) => void;
}

const own = 'custom';

/** The people and the period of the dashboard. */
export function QuestionBar({ chosen, onChange }: QuestionBarProps) {
  const text = useText();
  const handlePeriod = (value: Period | typeof own) => {
    if (value !== own) return onChange({ period: value, days: null });
    const today = companyTime(Date.now()).slice(0, 10);
    onChange({ days: [addDays(today, -29), today] });
  };
  return (
    <div className={styles['bar']}>
      <Select
        aria-label={text('question.who')}
        className={styles['choice'] ?? ''}
        value={chosen.group}
        options={groups.map((value) => ({ value, label: text(`question.who.${value}`) }))}
        onChange={(group) => onChange({ group })}
      />
      {chosen.group === 'people' && (
        <div className={styles['people']}>
          <UserPicker
            multiple
            label={text('question.who.people')}
            value={chosen.people}
            onChange={(people) => onChange({ people })}
          />
        </div>
      )}
      {chosen.group === 'departments' && (
        <div className={styles['people']}>
          <DepartmentPicker multiple value={chosen.departments} onChange={(departments) => onChange({ departments })} />
        </div>
      )}
      <Select
        aria-label={text('question.period_choice')}
        className={styles['choice'] ?? ''}
        value={chosen.days ? own : chosen.period}
        options={[...periods, own].map((value) => ({ value, label: text(`period.${value as Period}`) }))}
        onChange={handlePeriod}
      />
      {chosen.days && (
        <DatePicker.RangePicker
          allowClear={false}
          value={[dayjs(chosen.days[0]), dayjs(chosen.days[1])]}
          onChange={(range) => {
            const [from, to] = range ?? [];
            if (from && to) onChange({ days: [from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD')] });
          }}
        />
      )}
    </div>
  );
}
