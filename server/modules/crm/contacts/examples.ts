import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

/** There are no opportunities yet: every id is that of none. */
const link = (_table: Table, { records }: Things) => ({
  body: { contactsId: records[contactsType.name], businessIds: [1] },
  code: 404,
});

export const contactsExamples: Examples = {
  'CrmContacts/queryList': () => ({ body: { customerName: '公司 ' } }),
  'CrmContacts/relateBusiness': link,
  'CrmContacts/unrelateBusiness': link,
};
