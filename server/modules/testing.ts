import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/**
 * The record type that tests of every module use where they need one: it has every capability. Test types belong to its
 * records and use its rights.
 */
export const mainType = customerType;
/** The form type of fields that refer to it. */
export const mainForm = 'customer';
/** A module of the permission tree that has no team. */
export const moduleWithoutTeam = contactsType.module;
