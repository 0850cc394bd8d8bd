import { recordPath } from '#web/modules/crm/record-pages.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import type { Row } from '#web/record/list/record-table.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Whether a lead has been followed up; of a converted one, that it is and the customer that it became. */
export function leadsChips(lead: Row): readonly Chip[] {
  if (lead['isTransform'] !== 1)
    return lead['followup'] === 1
      ? [{ label: 'crm_leads.followup.1', tone: 'success' }]
      : [{ label: 'crm_leads.followup.0', tone: 'warning' }];
  const customer = Number(lead['customerId']);
  const path = customer > 0 ? recordPath(customerType.name, customer) : null;
  return [
    { label: 'leads.is_converted', tone: 'success' },
    ...(path === null
      ? []
      : [
          {
            label: 'leads.open_customer',
            tone: 'primary',
            to: { path, access: permissionOf(customerType, 'read') },
          } as const,
        ]),
  ];
}
