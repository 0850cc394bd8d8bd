import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

/** Every record type of the product. */
export const recordTypes = [
  leadsType,
  customerType,
  contactsType,
  opportunityType,
  contractType,
  receivableType,
  planType,
  invoiceType,
  shipmentType,
  productType,
] as const;
export type ProductType = (typeof recordTypes)[number];
