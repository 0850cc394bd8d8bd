import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import type { ContractVersion, PriceCheck } from '#shared/crm/contracts/contract-calls.ts';
import { customerLevelField } from '#shared/crm/customer-type.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
  await company.flow();
});
afterAll(() => company.close());

const entity = (more: Record<string, unknown> = {}) => ({ name: '年度框架', customer_id: company.customerId, ...more });
const approved = async (more: Record<string, unknown> = {}, salesPrice = '90') => {
  const product = [{ productId: company.pens, num: '2', salesPrice }];
  const { contractId, checkStatus } = await company.saved(entity(more), { product });
  if (checkStatus !== 1) expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
  return contractId;
};
const start = (contractId: number, who: 'seller' | 'stranger' = 'seller') =>
  company.call('CrmContract/startChange', { contractId }, who);

describe('a change of a contract in force', () => {
  it('is an order of its own, approved as a contract is, whose contract stays in force meanwhile', async () => {
    const contractId = await approved({ num: 'BG-1', remark: '原备注' });
    await company.done('CrmProduct/updateStatus', { ids: [company.pens], status: 0 }, 'admin');
    const answer = await start(contractId);
    expect(answer.msg).toBe('');
    await company.done('CrmProduct/updateStatus', { ids: [company.pens], status: 1 }, 'admin');
    const { contractId: orderId } = answer.data as { contractId: number };
    const order = await company.read(orderId);
    expect(order).toMatchObject({
      num: 'BG-1-BG1',
      changesId: contractId,
      changeStatus: 1,
      checkStatus: 5,
      money: '180.00',
    });
    // prices stay as they were when it was signed
    expect(order['product']).toMatchObject([{ name: '钢笔', price: '100.00', salesPrice: '90.00', num: '2' }]);
    expect((await start(contractId)).msg).toBe('变更单BG-1-BG1还未完成');
    expect((await company.call('CrmContract/contractDiscard', { contractId })).msg).toBe('变更单BG-1-BG1还未完成');
    const [line] = order['product'] as { lineId: number }[];
    const product = [
      { lineId: line?.lineId, num: '3' },
      { productId: company.paper, num: '1', salesPrice: '19' },
    ];
    await company.saved({ contractId: orderId, remark: '加量' }, { product });
    expect(await company.read(contractId)).toMatchObject({ money: '180.00', checkStatus: 1 });
    expect((await company.decide(orderId, 'manager', 1)).msg).toBe('');
    const changed = await company.read(contractId);
    expect(changed).toMatchObject({
      num: 'BG-1',
      money: '289.00',
      totalPrice: '289.00',
      remark: '加量',
      checkStatus: 1,
    });
    expect(changed['product']).toMatchObject([
      { name: '钢笔', num: '3' },
      { name: '纸张', num: '1', salesPrice: '19.00' },
    ]);
    // what has changed its contract is in no list
    const ids = (
      await company.done<{ list: { contractId: number }[] }>('CrmContract/queryPageList', { search: 'BG-1' })
    ).list;
    expect(ids.map((row) => row.contractId)).toEqual([contractId]);
    expect((await company.save({ contractId: orderId, remark: '再改' })).code).not.toBe(0);
  });

  it('leaves the versions before it readable, with what each changed', async () => {
    const contractId = await approved({ num: 'BG-2' });
    const { contractId: orderId } = (await start(contractId)).data as { contractId: number };
    const [line] = (await company.read(orderId))['product'] as { lineId: number }[];
    await company.saved(
      { contractId: orderId, name: '新框架' },
      { product: [{ lineId: line?.lineId, salesPrice: '85' }] },
    );
    await company.decide(orderId, 'manager', 1);
    const versions = await company.done<ContractVersion[]>('CrmContract/queryVersions', { contractId });
    expect(versions.map(({ version, money, num }) => [version, money, num])).toEqual([
      [1, '180.00', 'BG-2'],
      [2, '170.00', 'BG-2-BG1'],
    ]);
    expect(versions[1]?.changes).toEqual(
      expect.arrayContaining([
        { name: '合同名称', from: '年度框架', to: '新框架' },
        { name: '合同金额', from: '180.00', to: '170.00' },
        { name: '钢笔', from: '90.00 × 2 = 180.00', to: '85.00 × 2 = 170.00' },
      ]),
    );
    expect((await company.call('CrmContract/queryVersions', { contractId }, 'stranger')).code).toBe(404);
    // each entry says which of them has booked it
    const entries = async (id: number) =>
      (
        await company.done<{ list: { money: string; contractVersion: number; documentId: number }[] }>(
          'CrmLedger/queryEntries',
          { contractId: id, figure: 'contractMoney' },
          'admin',
        )
      ).list.map((one) => [one.money, one.contractVersion, one.documentId]);
    expect(await entries(contractId)).toEqual([
      ['-10.00', 2, contractId],
      ['180.00', 1, contractId],
    ]);
    const single = await approved({ num: 'BG-2-2' });
    expect(await entries(single)).toEqual([['180.00', 0, single]]);
  });

  it('begins from contracts in force, by whoever may write them, once at a time', async () => {
    const { contractId: draft } = await company.saved(entity({ checkStatus: 5 }));
    expect((await start(draft)).msg).toBe('只有审核通过的合同可以变更或作废');
    const contractId = await approved();
    expect((await start(contractId, 'stranger')).code).toBe(404);
    const both = await Promise.all([start(contractId), start(contractId)]);
    expect(both.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1);
    expect(both.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^变更单.*还未完成$/));
  });

  it('comes back from the recycle bin only while its contract waits for it', async () => {
    const contractId = await approved({ num: 'BG-3' });
    const begun = async () => ((await start(contractId)).data as { contractId: number }).contractId;
    const remove = async (id: number) =>
      (await company.done<{ operationId: number }>('CrmContract/deleteByIds', { contractIds: [id] })).operationId;
    const restored = async (ids: readonly number[]) =>
      (await company.done<{ count: number; failed: { id: number; msg: string }[] }>(
        'CrmContract/restoreByIds',
        { contractIds: ids },
        'admin',
      )) ?? {};
    const first = await begun();
    const operationId = await remove(first);
    const second = await begun();
    const inTheWay = '变更单BG-3-BG2还未完成';
    expect((await restored([first])).failed).toEqual([{ id: first, msg: inTheWay }]);
    expect((await company.call('operation/undo', { operationId })).msg).toBe(inTheWay);
    await remove(second);
    // of two that come back at once the earlier one does
    expect(await restored([first, second])).toMatchObject({ count: 1, failed: [{ id: second }] });
    expect(await company.read(first)).toMatchObject({ changeStatus: 1 });
    await remove(first);
    await company.done('CrmContract/contractDiscard', { contractId }, 'admin');
    expect((await restored([first])).failed).toEqual([{ id: first, msg: '只有审核通过的合同可以变更或作废' }]);
  });

  it('does nothing to a contract that was discarded on the way', async () => {
    const contractId = await approved();
    const { contractId: orderId } = (await start(contractId)).data as { contractId: number };
    await company.saved({ contractId: orderId, money: '1' }, { product: [] });
    await sql`update contract set check_status = 6 where contract_id = ${contractId}`.execute(company.db);
    expect((await company.decide(orderId, 'manager', 1)).msg).toBe('只有审核通过的合同可以变更或作废');
    expect(await company.read(orderId)).toMatchObject({ checkStatus: 0 });
  });
});

describe('prices', () => {
  it('below the floor are a fact for flows, and shown to whoever decides', async () => {
    await company.flow([{ stepType: 2, checkUserId: [company.id('manager')] }], { name: '默认' });
    await company.flow([{ stepType: 2, checkUserId: [company.id('admin')] }], {
      name: '低于底价',
      conditions: [{ fieldName: 'belowFloor', condition: 'is', value: 1 }],
    });
    const product = (salesPrice: string) => [{ productId: company.pens, num: '10', salesPrice }];
    const { contractId } = await company.saved(entity(), { product: product('79.99') });
    expect((await company.decide(contractId, 'manager', 1)).code).not.toBe(0);
    const check = await company.done<PriceCheck>('CrmContract/queryPriceCheck', { contractId }, 'admin');
    expect(check).toMatchObject({
      discount: '20.01',
      lines: [{ name: '钢笔', listPrice: '100.00', isBelowFloor: 1, belowFloor: '0.01' }],
    });
    expect((await company.decide(contractId, 'admin', 1)).msg).toBe('');
    const fair = await company.saved(entity(), { product: product('80') });
    expect((await company.decide(fair.contractId, 'manager', 1)).msg).toBe('');
  });

  it('are proposed by the level of the customer', async () => {
    const level = 'A（重点客户）';
    const { customerId } = await company.done<{ customerId: number }>('CrmCustomer/addOrUpdate', {
      entity: { customer_name: '重点客户' },
      field: [{ fieldName: customerLevelField, value: level }],
    });
    const { productId } = await company.done<{ productId: number }>(
      'CrmProduct/saveAndUpdate',
      {
        entity: { name: '分级产品', category_id: 1, price: '50' },
        field: [],
        prices: [{ level, level_price: '45' }],
      },
      'admin',
    );
    const prices = (customer: number) =>
      company.done('CrmContract/queryPriceList', { customerId: customer, productIds: [productId] });
    expect(await prices(customerId)).toEqual([{ productId, price: '50.00', salesPrice: '45.00', isOnShelf: 1 }]);
    expect(await prices(company.customerId)).toMatchObject([{ salesPrice: '50.00' }]);
    expect(
      (await company.call('CrmContract/queryPriceList', { customerId, productIds: [productId] }, 'stranger')).code,
    ).toBe(404);
  });
});
