import { useText } from '#web/lib/i18n/i18n.ts';
import { Dash } from '#web/ui/values/dash.tsx';
import { daysTo, dueWords, momentWords } from '#web/ui/values/moment-words.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import styles from '#web/ui/values/values.module.css';

interface MomentProps {
  /** `YYYY-MM-DD` with or without ` HH:mm:ss`, in the company's time zone; '' for none. */
  readonly value: string;
}

/** A date or time as people say it; the exact one on hover. */
export function Moment({ value }: MomentProps) {
  const text = useText();
  const now = useNow();
  if (value === '') return <Dash />;
  const { code, params } = momentWords(value, now);
  return <time title={value}>{text(code, params)}</time>;
}

/** A planned contact: red once its day has passed, amber on it, plain where it has been made since (`isMet`). */
export function Due({ value, isMet }: MomentProps & { readonly isMet: boolean }) {
  const text = useText();
  const now = useNow();
  if (value === '' || isMet) return <Moment value={value} />;
  const { code, params } = dueWords(value, now);
  const days = daysTo(value, now);
  return (
    <time title={value} className={days < 0 ? styles['late'] : days === 0 ? styles['today'] : undefined}>
      {text(code, params)}
    </time>
  );
}
