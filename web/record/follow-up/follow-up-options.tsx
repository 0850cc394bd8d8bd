import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import type { FollowUpInHand } from '#web/record/follow-up/use-follow-up.ts';
import { MomentInput } from '#web/record/form/moment-input.tsx';
import { kindText } from '#shared/record/follow-up-kinds.ts';

/** The kind of a follow-up, and when the next contact is. */
export function FollowUpOptions({ followUp }: { readonly followUp: FollowUpInHand }) {
  const text = useText();
  const { draft, change, category, categories } = followUp;
  return (
    <>
      <Select
        aria-label={text('detail.category')}
        className={styles['category'] ?? ''}
        value={category || undefined}
        options={categories.map((value) => ({ value, label: kindText(text, value) }))}
        onChange={(next) => change({ category: next })}
      />
      <MomentInput
        isContact
        label={text('detail.next_time')}
        value={draft.nextTime}
        onChange={(nextTime) => change({ nextTime })}
      />
    </>
  );
}
