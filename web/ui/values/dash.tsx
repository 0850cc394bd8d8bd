import styles from '#web/ui/values/values.module.css';

/** What stands where there is no value (R8.12). */
export const Dash = () => <span className={styles['dash']}>–</span>;
