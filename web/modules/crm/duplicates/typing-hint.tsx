import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSettled } from '#web/lib/settled.ts';
import { isEnough, twinsQuery, useKindOf } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import styles from '#web/modules/crm/duplicates/duplicates.module.css';
import type { FieldAidProps } from '#web/record/form-aid.ts';

/** Milliseconds without a key before it is asked: checks are counted, thirty a minute (security A13). */
const pause = 600;

/** While a new record is typed: a quiet line that says whose it may be already. */
export function TypingHint({ screen, id, field, values }: FieldAidProps) {
  const text = useText();
  const kindKey = useKindOf(screen.type.name);
  const isMobile = field.fieldName === 'mobile';
  const isChecked = id === undefined && (isMobile || field.fieldName === screen.type.titleField);
  const typed = useSettled(String(values[field.fieldName] ?? '').trim(), pause);
  const asked = isMobile ? { mobile: typed.replace(/[\s-]/g, '') } : { name: typed };
  const { data: twins = [] } = useQuery({
    ...twinsQuery(kindKey ?? 'customer', asked),
    enabled: isChecked && kindKey !== null && isEnough(asked),
  });
  const names = twins.map(({ name, ownerUserName: owner }) =>
    owner === '' ? text('duplicates.one_pool', { name }) : text('duplicates.one', { name, owner }),
  );
  const [first] = names;
  if (!isChecked || first === undefined) return null;
  return (
    <div role="status" className={styles['hint']} title={names.join('\n')}>
      {text('duplicates.possible', { name: first })}
    </div>
  );
}
