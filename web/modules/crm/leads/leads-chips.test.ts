import { expect, it } from 'vitest';
import { leadsChips } from '#web/modules/crm/leads/leads-chips.ts';

it.each([
  ['a new lead', { isTransform: 0, followup: 0, customerId: '' }, ['crm_leads.followup.0 warning']],
  ['one that was followed up', { isTransform: 0, followup: 1, customerId: '' }, ['crm_leads.followup.1 success']],
  [
    'a converted one, with its customer',
    { isTransform: 1, followup: 1, customerId: 12 },
    ['leads.is_converted success', 'leads.open_customer primary /crm/customer?rowId=12'],
  ],
  ['one whose customer was destroyed', { isTransform: 1, followup: 0, customerId: '' }, ['leads.is_converted success']],
])('the chips of a lead show %s', (_what, lead, chips) => {
  const shown = leadsChips(lead).map(({ label, tone, to }) => [label, tone, ...(to ? [to.path] : [])].join(' '));
  expect(shown).toEqual(chips);
});
