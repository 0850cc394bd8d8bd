import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { recipientLack } from '#web/modules/crm/recipient-lack.ts';
import type { FormAid } from '#web/record/form/form-aid.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { FormLine } from '#web/record/lines/form-lines.ts';
import { contractType, deliveryMethods } from '#shared/crm/contracts/contract-type.ts';

const isShipped = (values: FormValues): boolean =>
  ((values[contractType.lines.key] ?? []) as readonly FormLine[]).some(
    ({ read, typed }) => (typed['delivery_method'] ?? read['delivery_method']) === deliveryMethods.logistics,
  );

/** Says what the server fills in, and what the customer's level pays. */
export const contractAid: FormAid = {
  key: 'contract',
  types: ['crm_contract'],
  lackOf: async (fieldName, values) => (isShipped(values) ? recipientLack(fieldName, values) : null),
  Lines: lazyOverlay(() => import('#web/modules/crm/contracts/level-prices.tsx'), 'LevelPrices'),
  Below: lazyOverlay(() => import('#web/modules/crm/contracts/filled-hint.tsx'), 'FilledHint'),
};
