import { approval } from '#shared/i18n/en/approval.ts';
import { bulkSheets } from '#shared/i18n/en/bulk-sheets.ts';
import { contacts } from '#shared/i18n/en/contacts.ts';
import { customer } from '#shared/i18n/en/customer.ts';
import { duty } from '#shared/i18n/en/duty.ts';
import { enterprise } from '#shared/i18n/en/enterprise.ts';
import { errors } from '#shared/i18n/en/errors.ts';
import { followUp } from '#shared/i18n/en/follow-up.ts';
import { help } from '#shared/i18n/en/help.ts';
import { join } from '#shared/i18n/en/join.ts';
import { leads } from '#shared/i18n/en/leads.ts';
import { ledger } from '#shared/i18n/en/ledger.ts';
import { lines } from '#shared/i18n/en/lines.ts';
import { merge } from '#shared/i18n/en/merge.ts';
import { messages } from '#shared/i18n/en/messages.ts';
import { moments } from '#shared/i18n/en/moments.ts';
import { organisation } from '#shared/i18n/en/organisation.ts';
import { pickers } from '#shared/i18n/en/pickers.ts';
import { printing } from '#shared/i18n/en/printing.ts';
import { opportunities } from '#shared/i18n/en/opportunities.ts';
import { contracts } from '#shared/i18n/en/contracts.ts';
import { plans } from '#shared/i18n/en/plans.ts';
import { receivables } from '#shared/i18n/en/receivables.ts';
import { invoices } from '#shared/i18n/en/invoices.ts';
import { shipments } from '#shared/i18n/en/shipments.ts';
import { products } from '#shared/i18n/en/products.ts';
import { record } from '#shared/i18n/en/record.ts';
import { recordActions } from '#shared/i18n/en/record-actions.ts';
import { recycle } from '#shared/i18n/en/recycle.ts';
import { rights } from '#shared/i18n/en/rights.ts';
import { screens } from '#shared/i18n/en/screens.ts';
import { search } from '#shared/i18n/en/search.ts';
import { shell } from '#shared/i18n/en/shell.ts';
import { todo } from '#shared/i18n/en/todo.ts';
import { widgets } from '#shared/i18n/en/widgets.ts';
import { workbench } from '#shared/i18n/en/workbench.ts';

/** English messages of the pages. */
export const pageMessages = {
  ...errors,
  ...shell,
  ...screens,
  ...moments,
  ...organisation,
  ...rights,
  ...recordActions,
  ...merge,
  ...record,
  ...lines,
  ...ledger,
  ...pickers,
  ...printing,
  ...recycle,
  ...followUp,
  ...search,
  ...widgets,
  ...workbench,
  ...todo,
  ...help,
  ...customer,
  ...join,
  ...leads,
  ...duty,
  ...enterprise,
  ...contacts,
  ...products,
  ...invoices,
  ...shipments,
  ...opportunities,
  ...contracts,
  ...plans,
  ...receivables,
  ...bulkSheets,
  ...approval,
  ...messages,
} as const;
