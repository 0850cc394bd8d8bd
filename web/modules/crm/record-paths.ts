import type { RecordType } from '#shared/record/record-type.ts';

/** Where the list of a CRM type stands; a record of it opens there by its `rowId` (spec §2). */
const paths: Readonly<Partial<Record<RecordType['name'], string>>> = {
  crm_leads: '/crm/clue',
  crm_customer: '/crm/customer',
  crm_contacts: '/crm/contacts',
};

/** The address of a record; null for types without a page. */
export function recordPath(typeName: string, id: number): string | null {
  const path = paths[typeName as RecordType['name']];
  return path === undefined ? null : `${path}?rowId=${id}`;
}
