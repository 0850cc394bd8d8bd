import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** What helps with forms: the company registry and the check for duplicates know the types they help with. */
export const formAids: readonly FormAid[] = [
  {
    key: 'duplicates',
    types: ['crm_leads', 'crm_customer', 'crm_contacts'],
    Beside: lazyOverlay(() => import('#web/modules/crm/duplicates/form-check.tsx'), 'FormCheck'),
    Below: lazyOverlay(() => import('#web/modules/crm/duplicates/typing-hint.tsx'), 'TypingHint'),
  },
  {
    key: 'enterprise',
    types: ['crm_leads', 'crm_customer'],
    Beside: lazyOverlay(() => import('#web/modules/crm/enterprise/check-button.tsx'), 'CheckButton'),
    Aside: lazyOverlay(() => import('#web/modules/crm/enterprise/company-panel.tsx'), 'CompanyPanel'),
  },
];
