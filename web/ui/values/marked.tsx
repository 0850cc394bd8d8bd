import styles from '#web/ui/values/values.module.css';

/** A text of which some characters are what was searched for. */
export function Marked({ text, from, to }: { readonly text: string; readonly from: number; readonly to: number }) {
  if (to <= from) return text;
  const signs = [...text];
  const part = (start: number, end?: number) => signs.slice(start, end).join('');
  return (
    <>
      {part(0, from)}
      <mark className={styles['marked']}>{part(from, to)}</mark>
      {part(to)}
    </>
  );
}
