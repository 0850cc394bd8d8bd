import { useText } from '#web/lib/i18n/i18n.ts';
import { NewFollowUps } from './new-follow-ups.tsx';
import type { Asked } from '#web/record/question/question.ts';
import styles from './workbench.module.css';

/** Follow-ups of the period. */
export function Recent({ asked }: { readonly asked: Asked }) {
  const text = useText();
  return (
    <>
      <div className={styles['head']}>
        <h2>{text('workbench.recent')}</h2>
      </div>
      <NewFollowUps asked={asked} />
    </>
  );
}
