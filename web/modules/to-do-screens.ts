import { contractScreen } from '#web/modules/crm/contracts/contract-screen.ts';
import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { leadsScreen } from '#web/modules/crm/leads/leads-screen.tsx';
import { opportunityScreen } from '#web/modules/crm/opportunities/opportunity-screen.ts';
import { planScreen } from '#web/modules/crm/plans/plan-screen.ts';
import { RequestsPanel } from '#web/modules/admin/requests/requests-panel.tsx';
import type { ToDoPanel, ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';

/** The screens of types with waiting items: combined here, since modules do not import each other. */
export const toDoScreens: ToDoScreens = {
  crm_contract: contractScreen,
  crm_customer: customerScreen,
  crm_leads: leadsScreen,
  crm_business: opportunityScreen,
  crm_receivables_plan: planScreen,
};

/** Waiting work of other modules. */
export const toDoPanels: readonly ToDoPanel[] = [
  { counter: 'rightsRequest', title: 'rights.requests', Panel: RequestsPanel },
];
