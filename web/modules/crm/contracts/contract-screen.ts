import { contractMoneyPanel } from '#web/modules/crm/contract-money.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

export const contractScreen = crmScreenOf(contractType, contractCalls, { panels: [contractMoneyPanel] });
