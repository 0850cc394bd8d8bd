import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Fills in company data from the registry. */
export const registryAid: FormAid = {
  key: 'enterprise',
  types: ['crm_leads', 'crm_customer'],
  Beside: lazyOverlay(() => import('#web/modules/crm/enterprise/check-button.tsx'), 'CheckButton'),
  Aside: lazyOverlay(() => import('#web/modules/crm/enterprise/company-panel.tsx'), 'CompanyPanel'),
};
