import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company, PersonName } from '#server/testing/company.ts';
import { openOpportunities, openOpportunityCompany } from '#server/modules/crm/opportunities/testing.ts';
import { withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { productType, shelfField } from '#shared/crm/products/product-type.ts';
import type { Share } from '#shared/crm/opportunities/opportunity-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openOpportunityCompany();
});
afterAll(() => company.close());

const { ask, done, newCustomer, newOpportunity, read, newGroup, boost } = openOpportunities(() => company);
type Row = Readonly<Record<string, unknown>>;

let products = 0;
async function newProduct(price: string): Promise<number> {
  const entity = { name: `产品${++products}`, category_id: 1, price };
  return (await done<{ productId: number }>('CrmProduct/saveAndUpdate', { entity, field: [] }, 'admin')).productId;
}
const edit = (businessId: number, entity: Row, more: Row = {}) =>
  done('CrmBusiness/addOrUpdate', { entity: { businessId, ...entity }, field: [], ...more });
async function newContact(customerId: number, name: string, as: PersonName = 'seller'): Promise<number> {
  const entity = { name, customer_id: customerId };
  return (await done<{ contactsId: number }>('CrmContacts/addOrUpdate', { entity, field: [] }, as)).contactsId;
}

describe('the amount of an opportunity', () => {
  it('follows its products until somebody types another one', async () => {
    const product = await newProduct('100');
    const id = await newOpportunity('随产品', {}, { product: [{ product_id: product, num: 3 }] });
    expect(await read(id)).toMatchObject({ money: '300.00', totalPrice: '300.00' });
    await edit(id, { discount_rate: '10' });
    expect(await read(id)).toMatchObject({ money: '270.00' });
    await edit(id, { money: '250' });
    await edit(id, {}, { product: [{ product_id: product, num: 5 }] });
    expect(await read(id)).toMatchObject({ money: '250.00' });
    // typed with its products, at once
    const typed = await newOpportunity('先填', { money: '999' }, { product: [{ product_id: product, num: 1 }] });
    expect(await read(typed)).toMatchObject({ money: '999.00' });
  });

  it('takes the total and the rate of older clients, and lists the products as they were', async () => {
    const product = await newProduct('200');
    const sent = { product: [{ productId: product, num: 2, discount: 10 }] };
    const id = await newOpportunity('旧客户端', { totalPrice: '324', discountRate: '10' }, sent);
    await done('CrmProduct/saveAndUpdate', { entity: { productId: product, price: '555' }, field: [] }, 'admin');
    expect(await done('CrmBusiness/queryProduct', { businessId: id })).toEqual({
      discountRate: '10.00',
      money: '324.00',
      list: [
        expect.objectContaining({
          productId: product,
          name: '产品2',
          productName: '产品2',
          categoryName: '默认',
          price: '200.00',
          salesPrice: '180.00',
          discount: '10.00',
          subtotal: '360.00',
          是否上下架: '上架',
        }),
      ],
    });
    expect((await ask('CrmBusiness/queryProduct', { businessId: id }, 'stranger')).code).toBe(404);
    await withLevels(company, 11, productType.code, { [shelfField]: fieldLevel.hidden }, async () => {
      const { list } = await done<{ list: Row[] }>('CrmBusiness/queryProduct', { businessId: id });
      expect(list.map((row) => [row['name'], row[shelfField]])).toEqual([['产品2', '']]);
    });
  });
});

describe('the split of performance', () => {
  const split = (businessId: number, shares: unknown, as: PersonName = 'seller') =>
    ask('CrmBusiness/setShares', { businessId, shares }, as);

  it('adds up to 100 per cent, stands in the log, and is locked with its opportunity', async () => {
    const id = await newOpportunity('分成');
    const [seller, manager] = [company.people.seller.userId, company.people.manager.userId];
    const shares = [
      { userId: manager, percent: '33.34' },
      { userId: seller, percent: '66.66' },
    ];
    expect((await split(id, shares)).msg).toBe('');
    const kept = await done<Share[]>('CrmBusiness/queryShares', { businessId: id });
    expect(kept.map(({ userId, percent }) => [userId, percent])).toEqual([
      [seller, '66.66'],
      [manager, '33.34'],
    ]);
    const log = await done<{ content: string[] }[]>('CrmRecord/queryRecordList', { actionId: id, types: 5 });
    expect(log[0]?.content.join()).toContain('66.66%');
    for (const wrong of ['0', '-1', '100.001', 'abc', '66'])
      expect([wrong, (await split(id, [{ userId: seller, percent: wrong }])).code]).toEqual([wrong, 422]);
    const twice = await split(id, [
      { userId: seller, percent: '50' },
      { userId: seller, percent: '50' },
    ]);
    expect(twice.msg).toContain('两次');
    expect((await split(id, [{ userId: 999_999, percent: '100' }])).code).toBe(422);
    expect((await split(id, shares, 'stranger')).code).toBe(404);
    expect((await boost(id, { isEnd: 1 })).msg).toBe('');
    expect((await split(id, [])).msg).toContain('赢单');
    expect(await done<Share[]>('CrmBusiness/queryShares', { businessId: id })).toHaveLength(2);
  });
});

describe('what an opportunity has to do with', () => {
  it('are contacts, linked from either side, and saved with a contact', async () => {
    const customerId = await newCustomer('联系两边');
    const [one, two] = [await newContact(customerId, '甲'), await newContact(customerId, '乙')];
    const id = await newOpportunity('带联系人', { customer_id: customerId }, { contactsId: one });
    await done('CrmBusiness/relateContacts', { businessId: id, contactsIds: [two] });
    const names = async (as: PersonName = 'seller') =>
      (await done<Row[]>('CrmBusiness/queryContacts', { businessId: id, pageType: 0 }, as)).map((row) => row['name']);
    expect((await names()).toSorted()).toEqual(['乙', '甲']);
    expect(await done('CrmContacts/queryBusiness', { contactsId: two })).toMatchObject({
      totalRow: 1,
      list: [{ businessId: id, businessName: '带联系人', typeName: '默认商机组', statusName: '验证客户' }],
    });
    await done('CrmBusiness/unrelateContacts', { businessId: id, contactsIds: [one] });
    expect(await names()).toEqual(['乙']);
    const foreign = await newContact(await newCustomer('别人的', 'stranger'), '别人', 'stranger');
    for (const path of ['relateContacts', 'unrelateContacts'])
      expect((await ask(`CrmBusiness/${path}`, { businessId: id, contactsIds: [foreign] })).code).toBe(404);
    // who may see the opportunity sees no contacts beyond the own reach
    await done('CrmBusiness/relateContacts', { businessId: id, contactsIds: [foreign] }, 'admin');
    expect(await names()).toEqual(['乙']);
    expect((await names('admin')).toSorted()).toEqual(['乙', '别人']);
  });

  it('is a customer, whose tab lists it with its progress', async () => {
    const customerId = await newCustomer('客户页');
    const id = await newOpportunity('页上的', { customer_id: customerId, status_id: 2, money: '8' });
    await newOpportunity('另一个', { customer_id: customerId });
    const asked = { customerId, search: '页上的' };
    expect(await done('CrmCustomer/queryBusiness', asked)).toMatchObject({
      totalRow: 1,
      list: [
        { businessId: id, businessName: '页上的', money: '8.00', isEnd: 0, typeId: 1, statusId: 2, progressBar: '2/4' },
      ],
    });
    expect(await done<Row[]>('CrmCustomer/queryBusiness', { customerId, pageType: 0 })).toHaveLength(2);
    expect((await ask('CrmCustomer/queryBusiness', { customerId }, 'stranger')).code).toBe(404);
    expect(await done('CrmBusiness/queryContract', { businessId: id })).toMatchObject({ totalRow: 0, list: [] });
    const deletion = await ask('CrmCustomer/deleteByIds', { customerIds: [customerId] });
    expect(deletion.code).not.toBe(0);
  });

  it('is its owner, who changes with the customer when that is asked for', async () => {
    const customerId = await newCustomer('随客户转');
    const id = await newOpportunity('随转', { customer_id: customerId });
    const to = company.people.manager.userId;
    const transfer = { customerIds: [customerId], newOwnerUserId: to, transferType: 1, power: 1 };
    await done('CrmCustomer/transfer', { ...transfer, changeType: '2' });
    expect(await read(id, 'manager')).toMatchObject({ ownerUserId: to });
  });
});

describe('the funnel', () => {
  it('counts and sums what the list shows, with win rates, for those who see amounts', async () => {
    const group = await newGroup('漏斗', [
      { name: '上', rate: 25 },
      { name: '下', rate: 50 },
    ]);
    const [upper, lower] = group.statusList.map(({ statusId }) => statusId);
    const of = (name: string, status_id: number | undefined, money: string, as: PersonName = 'seller') =>
      newOpportunity(name, { type_id: group.typeId, status_id, money }, {}, as);
    await of('漏一', upper, '100.01');
    await of('漏二', upper, '300');
    await of('漏三', lower, '10');
    const won = await of('漏四', lower, '5');
    expect((await boost(won, { isEnd: 1 })).msg).toBe('');
    await of('外人', lower, '7000', 'stranger');
    const funnel = await done<Row>('CrmBusiness/queryFunnel', { typeId: group.typeId });
    expect(funnel).toMatchObject({
      typeId: group.typeId,
      hasMoney: 1,
      stages: [
        { name: '上', rate: 25, count: 2, money: '400.01', weighted: '100.00' },
        { name: '下', count: 1, money: '10.00', weighted: '5.00' },
      ],
      won: { count: 1, money: '5.00' },
      lost: { count: 0, money: '0.00' },
    });
    const searched = await done<Row>('CrmBusiness/queryFunnel', { typeId: group.typeId, search: '漏三' });
    expect(searched).toMatchObject({ stages: [{ count: 0 }, { count: 1 }] });
    const all = await done<Row>('CrmBusiness/queryFunnel', { typeId: group.typeId }, 'admin');
    expect(all).toMatchObject({ stages: [{ count: 2 }, { count: 2, money: '7010.00' }] });
  });
});

describe('the sums of the funnel', () => {
  /** The funnel from the kept sums is the one that is counted: a condition that all meet makes the difference. */
  const isCounted = async (typeId: number): Promise<Row> => {
    const everything = { data: [{ fieldName: 'businessName', condition: 'isNotNull', value: '' }] };
    for (const who of ['seller', 'peer', 'manager', 'admin'] as const) {
      const [kept, counted] = [
        await done<Row>('CrmBusiness/queryFunnel', { typeId }, who),
        await done<Row>('CrmBusiness/queryFunnel', { typeId, ...everything }, who),
      ];
      expect([who, kept]).toEqual([who, counted]);
    }
    const { rows } = await sql`
      select from (select * from business_sum where total <> 0 or money <> 0) as s
      full join (
        select coalesce(owner_user_id, 0) as owner, type_id, coalesce(status_id, 0) as stage, is_end, count(*), coalesce(sum(money), 0) as money
        from business where deleted_at is null and type_id is not null group by 1, 2, 3, 4
      ) as b on (b.owner, b.type_id, b.stage, b.is_end) = (s.owner_user_id, s.type_id, s.status_id, s.is_end)
      where (s.total, s.money) is distinct from (b.count, b.money)`.execute(company.db);
    expect(rows).toEqual([]);
    return done<Row>('CrmBusiness/queryFunnel', { typeId });
  };

  it('follow every change of an opportunity, and count what is shared with the reader', async () => {
    const { typeId, statusList } = await newGroup('计数', [
      { name: '上', rate: 25 },
      { name: '下', rate: 50 },
    ]);
    const [upper, lower] = statusList.map(({ statusId }) => statusId);
    const of = (name: string, money: string, as: PersonName = 'seller') =>
      newOpportunity(name, { type_id: typeId, status_id: upper, money }, {}, as);
    const ids = [
      await of('数一', '10'),
      await of('数二', '20'),
      await of('数三', '40'),
      await of('数四', '80', 'peer'),
    ];
    const [first = 0, second = 0, third = 0, theirs = 0] = ids;
    const members = { ids: [theirs], memberIds: [company.people.seller.userId], power: 1 };
    await done('CrmBusiness/addMembers', members, 'peer');
    expect(await isCounted(typeId)).toMatchObject({ stages: [{ count: 4, money: '150.00' }, { count: 0 }] });

    await boost(first, { statusId: lower });
    await boost(second, { isEnd: 1 });
    await done('CrmBusiness/addOrUpdate', { entity: { business_id: third, money: '41.5' }, field: [] });
    expect(await isCounted(typeId)).toMatchObject({
      stages: [
        { count: 2, money: '121.50' },
        { count: 1, money: '10.00' },
      ],
      won: { count: 1, money: '20.00' },
    });

    // of one person, to and fro at once
    const moves = [upper, lower, upper, lower, upper].flatMap((statusId) =>
      [first, third].map((id) => boost(id, { statusId })),
    );
    // moved already by the one before, or to where it is
    expect((await Promise.all(moves)).filter(({ code }) => code !== 0 && code !== 409)).toEqual([]);
    await boost(first, { statusId: lower });
    await boost(third, { statusId: upper });
    await isCounted(typeId);

    const to = company.people.manager.userId;
    await done('CrmBusiness/transfer', { businessIds: [first], newOwnerUserId: to, transferType: 1 });
    const { operationId } = await done<{ operationId: number }>(
      'CrmBusiness/deleteByIds',
      { businessIds: [third] },
      'admin',
    );
    expect(await isCounted(typeId)).toMatchObject({ stages: [{ count: 1, money: '80.00' }, { count: 0 }] });
    await done('operation/undo', { operationId }, 'admin');
    expect(await isCounted(typeId)).toMatchObject({ stages: [{ count: 2, money: '121.50' }, { count: 0 }] });
  });
});

describe('what waits for today', () => {
  it('is counted, and listed by its older name, without what has ended', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const asked = { type: 1, isSub: 1 };
    const before = (await done<Record<string, number>>('CrmBackLog/num'))['todayBusiness'] ?? 0;
    const id = await newOpportunity('今天联系', { next_time: `${today} 23:59:00` });
    await newOpportunity('逾期联系', { next_time: '2020-01-01 10:00:00' });
    expect(await done('CrmBackLog/num')).toMatchObject({ todayBusiness: before + 1 });
    const listed = await done<{ list: Row[] }>('CrmBackLog/followBusiness', asked);
    expect(listed.list.map((row) => row['businessName'])).toContain('今天联系');
    const late = await done<{ list: Row[] }>('CrmBackLog/followBusiness', { ...asked, type: 2 });
    expect(late.list.map((row) => row['businessName'])).toEqual(['逾期联系']);
    expect((await ask('CrmBackLog/followBusiness', { ...asked, type: 4 })).code).toBe(422);
    expect((await boost(id, { isEnd: 1 })).msg).toBe('');
    expect(await done('CrmBackLog/num')).toMatchObject({ todayBusiness: before });
  });
});
