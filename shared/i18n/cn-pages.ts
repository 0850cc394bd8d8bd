import { approval } from '#shared/i18n/cn/approval.ts';
import { bulkSheets } from '#shared/i18n/cn/bulk-sheets.ts';
import { contacts } from '#shared/i18n/cn/contacts.ts';
import { customer } from '#shared/i18n/cn/customer.ts';
import { duty } from '#shared/i18n/cn/duty.ts';
import { enterprise } from '#shared/i18n/cn/enterprise.ts';
import { errors } from '#shared/i18n/cn/errors.ts';
import { followUp } from '#shared/i18n/cn/follow-up.ts';
import { help } from '#shared/i18n/cn/help.ts';
import { join } from '#shared/i18n/cn/join.ts';
import { leads } from '#shared/i18n/cn/leads.ts';
import { ledger } from '#shared/i18n/cn/ledger.ts';
import { lines } from '#shared/i18n/cn/lines.ts';
import { merge } from '#shared/i18n/cn/merge.ts';
import { messages } from '#shared/i18n/cn/messages.ts';
import { moments } from '#shared/i18n/cn/moments.ts';
import { organisation } from '#shared/i18n/cn/organisation.ts';
import { pickers } from '#shared/i18n/cn/pickers.ts';
import { printing } from '#shared/i18n/cn/printing.ts';
import { opportunities } from '#shared/i18n/cn/opportunities.ts';
import { contracts } from '#shared/i18n/cn/contracts.ts';
import { plans } from '#shared/i18n/cn/plans.ts';
import { receivables } from '#shared/i18n/cn/receivables.ts';
import { invoices } from '#shared/i18n/cn/invoices.ts';
import { shipments } from '#shared/i18n/cn/shipments.ts';
import { products } from '#shared/i18n/cn/products.ts';
import { record } from '#shared/i18n/cn/record.ts';
import { recordActions } from '#shared/i18n/cn/record-actions.ts';
import { recycle } from '#shared/i18n/cn/recycle.ts';
import { rights } from '#shared/i18n/cn/rights.ts';
import { screens } from '#shared/i18n/cn/screens.ts';
import { search } from '#shared/i18n/cn/search.ts';
import { shell } from '#shared/i18n/cn/shell.ts';
import { todo } from '#shared/i18n/cn/todo.ts';
import { widgets } from '#shared/i18n/cn/widgets.ts';
import { workbench } from '#shared/i18n/cn/workbench.ts';

/** Chinese messages of the pages. */
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
