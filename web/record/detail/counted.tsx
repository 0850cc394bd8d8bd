import styles from '#web/record/detail/record-detail.module.css';

/** The name of a tab, with how much is under it. */
export const Counted = ({ name, count }: { readonly name: string; readonly count: number }) =>
  count === 0 ? (
    name
  ) : (
    <>
      {name} <span className={styles['count']}>{count}</span>
    </>
  );
