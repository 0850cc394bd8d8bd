import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useDebounced } from '#web/lib/debounced.ts';
import { askedWhileTyping, textToCheck } from '#web/modules/crm/duplicates/asked.ts';
import { duplicatesQuery, useKindOf } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import styles from '#web/modules/crm/duplicates/duplicates.module.css';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';

const DuplicateView = lazyOverlay(() => import('#web/modules/crm/duplicates/duplicate-view.tsx'), 'DuplicateView');

/** Milliseconds without a key press before checking: checks are counted, thirty a minute (security A13). */
const pause = 600;

/**
 * While a new record is typed: a quiet line naming the owner of a possible duplicate, which shows all matches when
 * pressed.
 */
export function TypingHint({ screen, id, field, values }: FieldAidProps) {
  const text = useText();
  const kindKey = useKindOf(screen.type.name);
  const [shown, setShown] = useState<string | null>(null);
  const isChecked = id === undefined && (field.fieldName === 'mobile' || field.fieldName === screen.type.titleField);
  // one text node, so that it wraps as a whole
  const asked = useDebounced(isChecked ? JSON.stringify(askedWhileTyping(field, values)) : 'null', pause);
  const { data: found } = useQuery({
    ...duplicatesQuery(kindKey ?? 'customer', (JSON.parse(asked) as ReturnType<typeof askedWhileTyping>) ?? {}),
    enabled: isChecked && kindKey !== null && asked !== 'null',
  });
  const names = (found?.rows ?? []).map(({ name, ownerUserName: owner }) =>
    owner === '' ? text('duplicates.one_pool', { name }) : text('duplicates.one', { name, owner }),
  );
  const count = names.length + (found?.more ?? 0);
  const [first] = names;
  if (kindKey === null || first === undefined) return null;
  const possible = text('duplicates.possible', { name: first });
  return (
    <div role="status" className={styles['hint']} title={names.join('\n')}>
      <button type="button" onClick={() => setShown(textToCheck(field, values))}>
        {count > 1 ? text('duplicates.several', { possible, count }) : possible}
      </button>
      {shown !== null && <DuplicateView kindKey={kindKey} typed={shown} isOverForm onClose={() => setShown(null)} />}
    </div>
  );
}
