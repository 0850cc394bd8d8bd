import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company, PersonName } from '#server/testing/company.ts';
import { openContacts, openContactsCompany, type Page } from '#server/modules/crm/contacts/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openContactsCompany();
});
afterAll(() => company.close());

const { ask, done, newCustomer, newContact, undo, listed } = openContacts(() => company);

describe('opportunities of a contact', () => {
  it('that are not there are refused, and nothing is saved with them', async () => {
    const contactsId = await newContact(await newCustomer('商机无'), '商机人');
    expect(await done('CrmContacts/queryBusiness', { contactsId, pageType: 0 })).toEqual([]);
    expect(await done('CrmContacts/queryBusiness', { contactsId })).toMatchObject({ list: [], totalRow: 0 });
    expect((await ask('CrmContacts/queryBusiness', { contactsId }, 'stranger')).code).toBe(404);
    for (const path of ['relateBusiness', 'unrelateBusiness'])
      expect((await ask(`CrmContacts/${path}`, { contactsId, businessIds: '99999999' })).code).toBe(404);
    const entity = { name: '没存下', customer_id: await newCustomer('商机无二') };
    expect((await ask('CrmContacts/addOrUpdate', { entity, field: [], businessId: 99_999_999 })).code).toBe(404);
    expect((await listed({ search: '没存下' })).totalRow).toBe(0);
  });

  const newBusiness = async (name: string, more: Record<string, unknown> = {}, as: PersonName = 'seller') => {
    const customer_id = more['customer_id'] ?? (await newCustomer(`${name}的客户`, as));
    const entity = { business_name: name, type_id: 1, ...more, customer_id };
    return ((await done('CrmBusiness/addOrUpdate', { entity, field: [] }, as)) as { businessId: number }).businessId;
  };
  const linkedTo = async (contactsId: number, as: PersonName = 'seller') =>
    ((await done('CrmContacts/queryBusiness', { contactsId, pageType: 0 }, as)) as { businessName: string }[]).map(
      (row) => row.businessName,
    );

  it('are linked one after the other, unlinked, and saved with a contact', async () => {
    const customerId = await newCustomer('商机客户');
    const first = await newBusiness('甲单', { customer_id: customerId, money: 1200.5 });
    const second = await newBusiness('乙单');
    const entity = { name: '商机人', customer_id: customerId };
    const saved = await done('CrmContacts/addOrUpdate', { entity, field: [], businessId: first });
    const { contactsId } = saved as { contactsId: number };
    await done('CrmContacts/relateBusiness', { contactsId, businessIds: second });
    await done('CrmContacts/relateBusiness', { contactsId, businessIds: `${second}` });
    expect(await linkedTo(contactsId)).toEqual(['乙单', '甲单']);
    const page = (await done('CrmContacts/queryBusiness', { contactsId, page: 2, limit: 1 })) as Page;
    expect(page).toMatchObject({
      totalRow: 2,
      list: [{ businessId: first, businessName: '甲单', money: '1200.50', customerName: '商机客户' }],
    });
    await done('CrmContacts/unrelateBusiness', { contactsId, businessIds: [first] });
    expect(await linkedTo(contactsId)).toEqual(['乙单']);
  });

  it('require the right to edit both records, and show only what the reader sees', async () => {
    const contactsId = await newContact(await newCustomer('两端'), '两端人');
    const foreign = await newBusiness('别人的单', {}, 'stranger');
    const link = { contactsId, businessIds: [foreign] };
    for (const path of ['relateBusiness', 'unrelateBusiness']) {
      expect((await ask(`CrmContacts/${path}`, link)).code).toBe(404);
      expect((await ask(`CrmContacts/${path}`, link, 'stranger')).code).toBe(404);
      expect((await ask(`CrmContacts/${path}`, { ...link, businessIds: [99_999_999] })).code).toBe(404);
    }
    await done('CrmContacts/relateBusiness', link, 'admin');
    expect(await linkedTo(contactsId)).toEqual([]);
    expect(await linkedTo(contactsId, 'admin')).toEqual(['别人的单']);
  });

  it('move in a merge of contacts, and back with its undo', async () => {
    const customerId = await newCustomer('合并商机');
    const [source, target] = [await newContact(customerId, '重一'), await newContact(customerId, '重二')];
    const [both, one] = [await newBusiness('两人的单'), await newBusiness('一人的单')];
    await done('CrmContacts/relateBusiness', { contactsId: source, businessIds: [both, one] });
    await done('CrmContacts/relateBusiness', { contactsId: target, businessIds: [both] });
    const merge = await done('CrmContacts/mergeContacts', { targetId: target, ids: [source] });
    expect(await linkedTo(target)).toEqual(['一人的单', '两人的单']);
    await undo(merge);
    expect([await linkedTo(source), await linkedTo(target)]).toEqual([['一人的单', '两人的单'], ['两人的单']]);
  });
});
