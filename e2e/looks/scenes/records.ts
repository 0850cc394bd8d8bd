import type { Scene } from '../scene.ts';
import { dialog, dialogOpen, inDialog, inTurn, ofRecord, opened, press, tab } from '../reach.ts';

const customers = { who: 'manager', path: '/crm/customer' } as const;

/** An opened record with its tabs, and the forms of records. */
export const recordScenes: readonly Scene[] = [
  { ...customers, name: 'record', share: 'all', filledBy: 'CrmCustomer/queryById', reach: opened },
  { ...customers, name: 'record-information', share: 'few', reach: inTurn(opened, tab('detail.information')) },
  { ...customers, name: 'record-contacts', share: 'few', reach: inTurn(opened, tab('crm_contacts')) },
  { ...customers, name: 'record-team', share: 'pair', reach: inTurn(opened, tab('team.panel')) },
  { ...customers, name: 'record-pool', share: 'pair', reach: inTurn(opened, tab('pool.fate')) },
  { ...customers, name: 'record-files', share: 'pair', reach: inTurn(opened, tab('detail.files')) },
  { ...customers, name: 'record-history', share: 'pair', reach: inTurn(opened, tab('detail.history')) },
  { ...customers, name: 'record-rights', share: 'pair', reach: inTurn(opened, tab('detail.rights')) },
  {
    ...customers,
    name: 'record-print',
    share: 'few',
    reach: inTurn(opened, async (visit) => {
      await press(visit, 'record_action.more', dialog(visit));
      await visit.page.getByRole('menuitem', { name: visit.text('print.start') }).click();
      await dialog(visit)
        .getByRole('img', { name: visit.text('print.page', { page: 1 }) })
        .waitFor();
    }),
  },
  {
    ...customers,
    name: 'composer-date',
    share: 'pair',
    reach: inTurn(opened, async (visit) => {
      if (visit.isPhone) await press(visit, 'cell.follow_up', dialog(visit));
      await press(visit, 'moment.other', dialog(visit));
      // not over a day that comes to lie below it
      await visit.page.mouse.move(0, 0);
    }),
  },
  { name: 'lead', who: 'manager', path: '/crm/clue', share: 'pair', reach: opened },
  { name: 'contact', who: 'manager', path: '/crm/contacts', share: 'pair', reach: opened },
  { name: 'product', who: 'manager', path: '/crm/product', share: 'pair', reach: opened },
  { name: 'product-form', who: 'admin', path: '/crm/product?create=1', share: 'pair', reach: dialogOpen },
  {
    ...customers,
    path: '/crm/customer?create=1',
    name: 'customer-form',
    share: 'few',
    reach: async (visit) => {
      await dialog(visit).getByLabel(visit.text('crm_customer.website')).waitFor();
    },
  },
  {
    ...customers,
    path: '/crm/customer?create=1',
    name: 'customer-form-faults',
    share: 'few',
    reach: inTurn(inDialog('action.save'), async (visit) => {
      await dialog(visit).getByRole('alert').first().waitFor();
    }),
  },
  { name: 'lead-form', who: 'manager', path: '/crm/clue?create=1', share: 'pair', reach: dialogOpen },
  { name: 'contact-form', who: 'manager', path: '/crm/contacts?create=1', share: 'pair', reach: dialogOpen },
  {
    name: 'lead-conversion',
    who: 'manager',
    path: '/crm/clue',
    share: 'pair',
    reach: inTurn(opened, ofRecord('leads.convert')),
  },
];
