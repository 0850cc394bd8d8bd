import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';

/** Every record type of the product. */
export const recordTypes = [leadsType, customerType, contactsType, productType] as const;
export type ProductType = (typeof recordTypes)[number];
