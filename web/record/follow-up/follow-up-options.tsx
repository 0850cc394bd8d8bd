import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isNoContactDay } from '#web/record/form/contact-days.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import type { FollowUpInHand } from '#web/record/follow-up/use-follow-up.ts';
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
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        // a chosen day is applied when the panel is left
        needConfirm={false}
        placeholder={text('detail.next_time')}
        aria-label={text('detail.next_time')}
        value={draft.nextTime === '' ? null : dayjs(draft.nextTime)}
        disabledDate={isNoContactDay}
        onChange={(next) => change({ nextTime: next ? next.format('YYYY-MM-DD HH:mm:ss') : '' })}
      />
    </>
  );
}
