import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/number-badge.module.css';

const cap = 99;

/** 100 and more is 99+ (R25.6). */
export const badgeText = (count: number): string => (count > cap ? `${cap}+` : String(count));

/** Number of waiting items; nothing for none. */
export function NumberBadge({ count }: { readonly count: number }) {
  const text = useText();
  if (count <= 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="only-read">{text('shell.unread', { count })}</span>
    </span>
  );
}
