import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Permission } from '#shared/admin/menus.ts';

/** The kind of record that registry data is for, by the names of older clients (R19.7). */
export const checkedKinds = ['customer', 'leads'] as const;
export type CheckedKind = (typeof checkedKinds)[number];

/** Rights to check companies of a kind; the one for leads occurs twice in the tree (R19.8). */
export const checkRights: Readonly<Record<CheckedKind, readonly Permission[]>> = {
  customer: [permissionOf(customerType, 'customercheck')],
  leads: [permissionOf(leadsType, 'cluecheck'), permissionOf(customerType, 'cluecheck')],
};
