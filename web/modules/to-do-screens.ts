import { contractScreen } from '#web/modules/crm/contracts/contract-screen.ts';
import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { invoiceScreen } from '#web/modules/crm/invoices/invoice-screen.ts';
import { leadsScreen } from '#web/modules/crm/leads/leads-screen.tsx';
import { opportunityScreen } from '#web/modules/crm/opportunities/opportunity-screen.ts';
import { planScreen } from '#web/modules/crm/plans/plan-screen.ts';
import { receivableScreen } from '#web/modules/crm/receivables/receivable-screen.ts';
import { shipmentScreen } from '#web/modules/crm/shipments/shipment-screen.ts';
import { RequestsPanel } from '#web/modules/admin/requests/requests-panel.tsx';
import type { ToDoPanel, ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';

/** The screens of types with waiting items: combined here, since modules do not import each other. */
export const toDoScreens: ToDoScreens = {
  crm_customer: customerScreen,
  crm_leads: leadsScreen,
  crm_business: opportunityScreen,
  crm_contract: contractScreen,
  crm_receivables: receivableScreen,
  crm_receivables_plan: planScreen,
  crm_receipt: invoiceScreen,
  crm_express: shipmentScreen,
};

/** Waiting work of other modules. */
export const toDoPanels: readonly ToDoPanel[] = [
  { counter: 'rightsRequest', title: 'rights.requests', Panel: RequestsPanel },
];
