import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** The contact with an opportunity of the same owner. */
const link = (_table: Table, { records }: Things) => ({
  body: { contactsId: records[contactsType.name], businessIds: [records[opportunityType.name]] },
});

export const contactsExamples: Examples = {
  'CrmContacts/queryList': () => ({ body: { customerName: '公司 ' } }),
  'CrmContacts/relateBusiness': link,
  'CrmContacts/unrelateBusiness': link,
};
