import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Says what the server fills in. */
export const contractAid: FormAid = {
  key: 'contract',
  types: ['crm_contract'],
  Below: lazyOverlay(() => import('#web/modules/crm/contracts/filled-hint.tsx'), 'FilledHint'),
};
