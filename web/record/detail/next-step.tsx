import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import styles from '#web/record/detail/next-step.module.css';
import { morningIn, soonDays } from '#web/record/next-contact/soon.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { isLocked } from '#web/record/states/record-states.ts';
import { Due } from '#web/ui/values/moment.tsx';
import { daysTo, weekday } from '#web/ui/values/moment-words.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

/** Nothing is planned, or it has been done since. */
function isMet(record: Row): boolean {
  const next = String(record['nextTime'] ?? '');
  return next === '' || String(record['lastTime'] ?? '') >= next;
}

interface NextStepProps {
  readonly screen: RecordScreen;
  readonly record: Row;
  /** The values of the record can be changed where they stand. */
  readonly mayEdit: boolean;
}

/** When the record is contacted next, coloured by how urgent it is, and other days for it: one press plans one. */
export function NextStep({ screen, record, mayEdit }: NextStepProps) {
  const text = useText();
  const now = useNow();
  const next = String(record['nextTime'] ?? '');
  const days = isMet(record) ? 1 : daysTo(next, now);
  const isPlanned = !isMet(record);
  const { code, params } = weekday(next || now, now);
  const last = withEmojiSigns(String(record['lastContent'] ?? ''));
  return (
    <>
      <div className={styles['step']} data-due={days < 0 ? 'late' : days === 0 ? 'today' : undefined}>
        {isPlanned ? (
          <>
            <strong>
              <Due value={next} isMet={false} />
            </strong>
            <div className={styles['when']}>
              {text(code, params)} {next.slice(11, 16)}
            </div>
          </>
        ) : (
          text('aside.no_next')
        )}
        {last !== '' && (
          <div className={styles['last']} title={last}>
            {last}
          </div>
        )}
      </div>
      {mayEdit && screen.mayEditCells && <Days screen={screen} record={record} />}
    </>
  );
}

function Days({ screen, record }: Pick<NextStepProps, 'screen' | 'record'>) {
  const text = useText();
  const save = useCellSave(screen);
  const [isSaving, setSaving] = useState(false);
  // the same for all records: asked once
  const form = useQuery({ ...callQuery(fieldCalls.form, { label: screen.type.code }), staleTime: 300_000 });
  const field = form.data?.find(({ fieldName }) => fieldName === 'next_time');
  if (!field || field.disabled === 1 || isLocked(screen.type, record, 'next_time')) return null;
  const plan = async (value: string) => {
    setSaving(true);
    await save(record, { fieldName: 'next_time', value, shown: { key: 'nextTime', value } });
    setSaving(false);
  };
  return (
    <div className={styles['days']} role="group" aria-label={text('detail.next_time')}>
      {soonDays.map(({ days, key, word }) => (
        <Button
          key={key}
          size="small"
          disabled={isSaving || record['nextTime'] === morningIn(days)}
          title={text('aside.plan', { day: text(word) })}
          aria-label={text('aside.plan', { day: text(word) })}
          onClick={() => void plan(morningIn(days))}
        >
          {text(word)}
        </Button>
      ))}
    </div>
  );
}
