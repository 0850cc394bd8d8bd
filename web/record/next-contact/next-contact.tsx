import { CalendarOutlined, CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DayChoice } from '#web/record/next-contact/day-choice.tsx';
import { morningIn, soonDays } from '#web/record/next-contact/soon.ts';
import styles from '#web/record/next-contact/next-contact.module.css';
import { Popup } from '#web/ui/popup.tsx';
import { momentWords } from '#web/ui/values/moment-words.ts';
import { useNow } from '#web/ui/values/use-now.ts';

interface NextContactProps {
  /** `YYYY-MM-DD HH:mm:ss`, '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where the days have keys, these stand in their pills. */
  readonly hasKeys?: boolean;
}

/**
 * The next contact as a row of pills: quick days at nine in the morning, and any other time. A press counts at once, so
 * that whoever publishes right after it loses nothing.
 */
export function NextContact({ value, onChange, hasKeys = false }: NextContactProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const label = text('detail.next_time');
  return (
    <div className={styles['row']} role="group" aria-label={label}>
      <span className={styles['label']}>{label}</span>
      {soonDays.map(({ days, key, word }) => {
        const isChosen = value === morningIn(days);
        return (
          <button
            key={key}
            type="button"
            className={styles['pill']}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? '' : morningIn(days))}
          >
            {text(word)} {hasKeys && <kbd aria-hidden>{key}</kbd>}
          </button>
        );
      })}
      <span className={styles['pill']} data-other data-chosen={value !== ''}>
        <Popup
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={label}
          placement="bottomLeft"
          content={<DayChoice value={value} onChange={onChange} onDone={() => setOpen(false)} />}
        >
          <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} title={value || label}>
            <CalendarOutlined aria-hidden /> {value === '' ? text('moment.other') : <Chosen value={value} />}
          </button>
        </Popup>
        {value !== '' && (
          <button type="button" aria-label={text('moment.clear', { name: label })} onClick={() => onChange('')}>
            <CloseOutlined aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}

/** The chosen time with its day of the week. */
function Chosen({ value }: { readonly value: string }) {
  const text = useText();
  const { code, params } = momentWords(value, useNow());
  const words = text(code, params);
  const time = value.slice(11, 16);
  return words.includes(time) ? words : `${words} ${time}`;
}
