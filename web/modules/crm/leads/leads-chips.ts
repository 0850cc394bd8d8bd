import { recordPath } from '#web/modules/crm/record-pages.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import { isClosed } from '#web/record/states/record-states.ts';
import { stateChips } from '#web/record/states/state-chips.ts';
import type { Row } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Whether a lead has been followed up; for a converted one, the customer that it became. */
export function leadsChips(lead: Row): readonly Chip[] {
  const chips = stateChips(leadsType, lead);
  const customer = Number(lead['customerId']);
  const path = isClosed(leadsType, lead) && customer > 0 ? recordPath(customerType.name, customer) : null;
  if (path === null) return chips;
  const to = { path, access: permissionOf(customerType, 'read') };
  return [...chips, { label: 'leads.open_customer', tone: 'primary', to }];
}
