import { contractAid } from '#web/modules/crm/contracts/form-aid.ts';
import { duplicatesAid } from '#web/modules/crm/duplicates/form-aid.ts';
import { registryAid } from '#web/modules/crm/enterprise/form-aid.ts';
import { invoiceAid } from '#web/modules/crm/invoices/form-aid.ts';
import { bookingAid } from '#web/modules/crm/receivables/form-aid.ts';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Form aids of the modules, in the order of the buttons. */
export const formAids: readonly FormAid[] = [duplicatesAid, registryAid, contractAid, bookingAid, invoiceAid];
