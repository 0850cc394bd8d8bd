import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { leadsScreen } from '#web/modules/crm/leads/leads-screen.tsx';
import type { ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';

/** How the types that have something waiting are shown: put together here, since modules do not know each other. */
export const toDoScreens: ToDoScreens = { crm_customer: customerScreen, crm_leads: leadsScreen };
