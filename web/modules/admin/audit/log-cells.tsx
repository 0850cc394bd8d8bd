import { useText } from '#web/lib/i18n/i18n.ts';
import styles from './audit.module.css';

interface ResultProps {
  readonly result: 'done' | 'refused';
}

/** Whether it was done, in words beside the colour. */
export function Result({ result }: ResultProps) {
  const text = useText();
  return <span className={styles[result]}>{text(`audit.result.${result}`)}</span>;
}
