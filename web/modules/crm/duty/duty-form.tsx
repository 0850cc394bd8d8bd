import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { useRef, useState, type ComponentRef } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { dutyCalls, mostInARow } from '#shared/crm/duty/duty-calls.ts';
import { weekDays } from '#shared/crm/duty/duty-window.ts';
import {
  asksForMost,
  draftOf,
  inputOf,
  isGoodMost,
  isSame,
  withDay,
  withSecondWeek,
  withoutSecondWeek,
  type DutyDraft,
  type Schedule,
} from './duty-draft.ts';
import { DutyWeek } from './duty-week.tsx';
import styles from './duty.module.css';

/** The schedule of one week or two, day by day. What is saved shows until something is changed. */
export function DutyForm({ saved }: { readonly saved: Schedule }) {
  const text = useText();
  const [edited, setEdited] = useState<DutyDraft | null>(null);
  const most = useRef<ComponentRef<typeof InputNumber>>(null);
  const asSaved = draftOf(saved);
  const draft = edited ?? asSaved;
  const isChanged = !isSame(draft, asSaved);
  useUnsavedChanges(isChanged);
  const save = useAction(dutyCalls.save, { refreshes: [dutyCalls.query, dutyCalls.onDuty] });
  const asksMost = asksForMost(draft);
  const isBad = asksMost && !isGoodMost(draft.maxCount);
  const handleSave = async () => {
    if (isBad) return most.current?.focus();
    await save.mutateAsync(inputOf(draft));
    setEdited(null);
    toast.success(textOf('action.done'));
  };
  const removeWeek = async () => {
    const isFree = draft.days.slice(weekDays).every(({ advisers }) => advisers.length === 0);
    const title = text('duty.remove_week_question');
    if (isFree || (await confirm({ title, isDangerous: true }))) setEdited(withoutSecondWeek(draft));
  };
  const hasTwo = draft.days.length > weekDays;
  const week = { schedule: saved, draft, onDay: (...change: WeekChange) => setEdited(withDay(draft, ...change)) };
  return (
    <>
      <div className={styles['weeks']}>
        {asksMost && (
          <div className={styles['most']}>
            <label htmlFor="duty-most">{text('duty.max_count_label')}</label>
            <InputNumber
              id="duty-most"
              ref={most}
              value={draft.maxCount}
              status={isBad ? 'error' : ''}
              aria-invalid={isBad}
              aria-describedby="duty-most-hint"
              onChange={(maxCount) => setEdited({ ...draft, maxCount })}
            />
            <small id="duty-most-hint" role={isBad ? 'alert' : undefined}>
              {isBad ? text('duty.max_count', { most: mostInARow }) : text('duty.max_count_hint')}
            </small>
          </div>
        )}
        <DutyWeek {...week} week={0} />
        {hasTwo && (
          <DutyWeek {...week} week={1}>
            <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => void removeWeek()}>
              {text('duty.remove_week')}
            </Button>
          </DutyWeek>
        )}
        <div className={styles['more']}>
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={hasTwo}
            onClick={() => setEdited(withSecondWeek(draft))}
          >
            {text('duty.add_week')}
          </Button>
          <small>{text('duty.add_week_hint')}</small>
        </div>
      </div>
      <footer className={styles['saveBar']}>
        <Button
          type="primary"
          loading={save.isPending}
          disabled={!isChanged}
          // the call has informed the user, and the changes stay
          onClick={() => void handleSave().catch(() => undefined)}
        >
          {text('action.save')}
        </Button>
        {isChanged && (
          <>
            <Button onClick={() => setEdited(null)}>{text('form.discard')}</Button>
            <span role="status">{text('duty.unsaved')}</span>
          </>
        )}
      </footer>
    </>
  );
}

type WeekChange = [index: number, day: DutyDraft['days'][number]];
