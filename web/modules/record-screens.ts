import { lazyPage, type LazyPart } from '#web/lib/lazy-page.tsx';
import { recordPages, type CrmTypeName } from '#web/modules/crm/record-pages.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { KnownType } from '#web/record/record-types.ts';

interface LoadedLate {
  /** The page of its list. */
  readonly page: LazyPart<object>;
  readonly screen: () => Promise<RecordScreen>;
}

/** The screen of each type, loaded when first shown: none of it is part of the first visit. */
export const recordScreens: Readonly<Record<CrmTypeName, LoadedLate>> = {
  crm_leads: {
    page: lazyPage(() => import('#web/modules/crm/leads/leads-page.tsx'), 'LeadsPage'),
    screen: async () => (await import('#web/modules/crm/leads/leads-screen.tsx')).leadsScreen,
  },
  crm_customer: {
    page: lazyPage(() => import('#web/modules/crm/customers/customer-page.tsx'), 'CustomerPage'),
    screen: async () => (await import('#web/modules/crm/customers/customer-screen.ts')).customerScreen,
  },
  crm_contacts: {
    page: lazyPage(() => import('#web/modules/crm/contacts/contacts-page.tsx'), 'ContactsPage'),
    screen: async () => (await import('#web/modules/crm/contacts/contacts-screen.tsx')).contactsScreen,
  },
  crm_business: {
    page: lazyPage(() => import('#web/modules/crm/opportunities/opportunity-page.tsx'), 'OpportunityPage'),
    screen: async () => (await import('#web/modules/crm/opportunities/opportunity-screen.ts')).opportunityScreen,
  },
  crm_contract: {
    page: lazyPage(() => import('#web/modules/crm/contracts/contract-page.tsx'), 'ContractPage'),
    screen: async () => (await import('#web/modules/crm/contracts/contract-screen.ts')).contractScreen,
  },
  crm_receivables_plan: {
    page: lazyPage(() => import('#web/modules/crm/plans/plan-page.tsx'), 'PlanPage'),
    screen: async () => (await import('#web/modules/crm/plans/plan-screen.ts')).planScreen,
  },
  crm_receivables: {
    page: lazyPage(() => import('#web/modules/crm/receivables/receivable-page.tsx'), 'ReceivablePage'),
    screen: async () => (await import('#web/modules/crm/receivables/receivable-screen.ts')).receivableScreen,
  },
  crm_receipt: {
    page: lazyPage(() => import('#web/modules/crm/invoices/invoice-page.tsx'), 'InvoicePage'),
    screen: async () => (await import('#web/modules/crm/invoices/invoice-screen.ts')).invoiceScreen,
  },
  crm_express: {
    page: lazyPage(() => import('#web/modules/crm/shipments/shipment-page.tsx'), 'ShipmentPage'),
    screen: async () => (await import('#web/modules/crm/shipments/shipment-screen.ts')).shipmentScreen,
  },
  crm_product: {
    page: lazyPage(() => import('#web/modules/crm/products/product-page.tsx'), 'ProductPage'),
    screen: async () => (await import('#web/modules/crm/products/product-screen.ts')).productScreen,
  },
};

/** Every type that has a page, for what is derived from all declarations. */
export const knownTypes: readonly KnownType[] = recordPages.map(({ type }) => ({
  type,
  load: recordScreens[type.name].screen,
}));
