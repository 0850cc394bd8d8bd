import styles from '#web/record/cells/row-cell.module.css';

/** A number as people read it: a domestic mobile in groups of 3, 4 and 4 digits. */
export function PhoneDigits({ shown }: { readonly shown: string }) {
  const [, ...groups] = /^(1\d{2})(\d{4})(\d{4})$/.exec(shown) ?? [];
  if (groups.length === 0) return shown;
  return (
    <span className={styles['digits']}>
      {groups.map((digits, at) => (
        <span key={at}>{digits}</span>
      ))}
    </span>
  );
}
