import { textOf } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { customerActions, customerTransitions } from '#web/modules/crm/customers/customer-actions.ts';
import { customerPanels } from '#web/modules/crm/customers/customer-panels.tsx';
import { customerChips } from '#web/modules/crm/customers/pool/customer-chips.ts';
import { mergeAction } from '#web/record/merge/merge-action.tsx';
import { deleteAction, editFieldAction } from '#web/record/actions/record-actions.tsx';
import { ownershipActions } from '#web/record/actions/ownership-actions.tsx';
import { ownerFigure, updateTimeFigure } from '#web/record/screen-of.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerLevelField, customerType } from '#shared/crm/customer-type.ts';

export const customerScreen = crmScreenOf(customerType, customerCalls, {
  acts: [
    ...ownershipActions(customerType, customerCalls),
    editFieldAction(customerType),
    ...customerActions,
    mergeAction(customerType, customerCalls),
    deleteAction(customerType, customerCalls),
  ],
  // the main figures (R12.2)
  figures: [
    { field: customerLevelField },
    {
      label: 'crm_customer.deal_status',
      show: ({ dealStatus }) =>
        (dealStatus === 0 || dealStatus === 1) && textOf(`crm_customer.deal_status.${dealStatus}`),
    },
    ownerFigure,
    updateTimeFigure,
  ],
  panels: customerPanels,
  moves: customerTransitions,
  chips: customerChips,
  Banner: lazyOverlay(() => import('#web/modules/crm/customers/pool/pool-reminder.tsx'), 'PoolReminder'),
});
