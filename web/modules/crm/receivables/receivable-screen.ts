import { lazyPage } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { bookingConfirmed } from '#web/modules/crm/receivables/booking-confirmed.ts';
import { receivableActions } from '#web/modules/crm/receivables/receivable-actions.ts';
import { takeOverAction } from '#web/record/approval/list/take-over-action.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { ownerFigure, usualActions } from '#web/record/screen-of.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

const PaidLines = lazyPage(() => import('#web/modules/crm/receivables/paid-lines.tsx'), 'PaidLines');

export const receivableScreen = crmScreenOf(receivableType, receivableCalls, {
  acts: [
    takeOverAction(receivableType, receivableCalls.takeOver),
    ...receivableActions,
    ...usualActions(receivableType, receivableCalls, stateActions(receivableType)),
  ],
  // the main figures (R12.2)
  figures: [
    { label: 'crm_receivables.customer_id', show: (record) => String(record['customerName'] ?? '') },
    {
      label: 'crm_receivables.contract_money',
      show: (record) => withSeparators(String(record['contractMoney'] ?? '')),
    },
    { label: 'crm_contract.name', show: (record) => String(record['contractName'] ?? '') },
    { label: 'crm_receivables.return_time', show: (record) => String(record['returnTime'] ?? '') },
    { label: 'crm_receivables.money', show: (record) => withSeparators(String(record['money'] ?? '')) },
    {
      label: 'receivable.surplusMoney',
      show: (record) => withSeparators(String(record['surplusMoney'] ?? '')),
      fits: (record) => (record['surplusMoney'] ?? '') !== '',
    },
    ownerFigure,
  ],
  beforeSubmit: bookingConfirmed,
  panels: [{ key: 'products', label: 'receivable.lines', Panel: PaidLines }],
});
