import { dialog, dialogOpen, fromMenu, inTurn, opened, press, tab } from '../reach.ts';
import type { Scene, Visit } from '../scene.ts';

const opportunities = { who: 'manager', path: '/crm/business' } as const;
const contracts = { who: 'manager', path: '/crm/contract' } as const;
const waiting = { who: 'manager', path: '/crm/message?kind=checkContract' } as const;
const flows = { who: 'admin', path: '/manager/system-examine' } as const;

/** From the first talk to the last payment: records and forms with lines, stages, approval. */
export const dealScenes: readonly Scene[] = [
  { ...opportunities, name: 'stage-board', path: '/crm/business?board=status_name', share: 'few' },
  { ...opportunities, name: 'opportunity', share: 'few', reach: opened },
  { ...opportunities, name: 'opportunity-stages', share: 'pair', reach: inTurn(opened, tab('opportunity.stages')) },
  { ...opportunities, name: 'opportunity-form', path: '/crm/business?create=1', share: 'pair', reach: dialogOpen },
  { ...opportunities, who: 'admin', name: 'stage-groups', share: 'pair', reach: fromMenu('stage_group.title') },
  { ...contracts, name: 'contract', share: 'few', reach: opened },
  { ...contracts, name: 'contract-money', share: 'pair', reach: inTurn(opened, tab('ledger.money_tab')) },
  { ...contracts, name: 'contract-form', path: '/crm/contract?create=1', share: 'few', reach: dialogOpen },
  { name: 'receivable', who: 'manager', path: '/crm/money', share: 'pair', reach: opened },
  { name: 'receivable-form', who: 'manager', path: '/crm/money?create=1', share: 'pair', reach: dialogOpen },
  { name: 'plan', who: 'manager', path: '/crm/plan', share: 'pair', reach: opened },
  { name: 'invoice', who: 'manager', path: '/crm/receipt', share: 'pair', reach: opened },
  { name: 'shipment', who: 'manager', path: '/crm/send', share: 'pair', reach: inTurn(opened, tab('parcel.list')) },
  { ...waiting, name: 'approvals-waiting', share: 'pair' },
  { ...waiting, name: 'approval', share: 'few', reach: inTurn(opened, tab('approval.tab')) },
  { ...waiting, name: 'approval-decision', share: 'pair', reach: inTurn(opened, decided) },
  {
    ...flows,
    name: 'flow-form',
    share: 'pair',
    reach: inTurn(async ({ page, text }) => {
      await page
        .getByRole('button', { name: text('flow.new') })
        .first()
        .click();
    }, dialogOpen),
  },
  {
    ...flows,
    name: 'company-calendar',
    share: 'pair',
    reach: async ({ page, text }) => {
      await page.getByText(text('flow.calendar'), { exact: true }).click();
    },
  },
];

/** The question about what one decides. */
async function decided(visit: Visit): Promise<void> {
  await press(visit, 'approval.approve', dialog(visit));
  await visit.page.getByRole('dialog', { name: visit.text('approval.title_pass') }).waitFor();
}
