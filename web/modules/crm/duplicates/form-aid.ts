import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Searches for existing records. */
export const duplicatesAid: FormAid = {
  key: 'duplicates',
  types: ['crm_leads', 'crm_customer', 'crm_contacts'],
  Beside: lazyOverlay(() => import('#web/modules/crm/duplicates/form-check.tsx'), 'FormCheck'),
  Below: lazyOverlay(() => import('#web/modules/crm/duplicates/typing-hint.tsx'), 'TypingHint'),
};
