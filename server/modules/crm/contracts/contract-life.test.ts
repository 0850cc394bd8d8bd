import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { withLevels, withoutRight } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
  await company.flow();
});
afterAll(() => company.close());

const entity = (more: Record<string, unknown> = {}) => ({ name: '供货合同', customer_id: company.customerId, ...more });
const cheap = (more: Record<string, unknown> = {}) => ({
  product: [{ productId: company.pens, num: '2', salesPrice: '90', ...more }],
});
const submitted = async (more: Record<string, unknown> = {}, who: 'seller' | 'peer' = 'seller') => {
  const customer_id = who === 'seller' ? company.customerId : await company.newCustomer(`${who}的客户`, who);
  return (await company.saved(entity({ customer_id, ...more }), cheap(), who)).contractId;
};
const approved = async (more: Record<string, unknown> = {}) => {
  const contractId = await submitted(more);
  expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
  return contractId;
};
const status = async (contractId: number) => (await company.read(contractId))['checkStatus'];

describe('a submitted contract', () => {
  it('waits for the superior, is not changed meanwhile, and makes its customer one that has dealt', async () => {
    const customerId = await company.newCustomer('成交的客户');
    await company.done('CrmCustomer/lock', { ids: [customerId], isLock: 1 }, 'manager');
    const contractId = await submitted({ customer_id: customerId });
    expect(await status(contractId)).toBe(0);
    expect((await company.save({ contractId, name: '改名' })).msg).toBe('不能编辑，请先撤回再编辑！');
    expect((await company.save({ contractId, checkStatus: 5 })).msg).toBe('不能编辑，请先撤回再编辑！');
    expect((await company.decide(contractId, 'seller', 1)).code).toBe(403);
    expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
    expect(await company.done('CrmCustomer/queryById', { customerId })).toMatchObject({ dealStatus: 1, isLock: 0 });
    expect((await company.save({ contractId, name: '改名' })).msg).toBe('不能编辑，请先撤回再编辑！');
  });

  it('is changed and submitted again after a refusal and after it was withdrawn', async () => {
    const contractId = await submitted();
    await company.decide(contractId, 'manager', 2);
    expect(await status(contractId)).toBe(2);
    await company.saved({ contractId, name: '改过' }, {});
    expect(await company.read(contractId)).toMatchObject({ checkStatus: 0, name: '改过' });
    await company.decide(contractId, 'seller', 4);
    expect(await status(contractId)).toBe(4);
    // without any change
    await company.saved({ contractId });
    expect(await status(contractId)).toBe(0);
    await company.decide(contractId, 'seller', 4);
    await company.saved({ contractId, checkStatus: 5 });
    expect(await status(contractId)).toBe(5);
  });

  it('needs an approver where the flow asks for one, who is there and may read contracts', async () => {
    await company.flow([], { examineType: 2 });
    expect((await company.save(entity(), cheap())).msg).toBe('审批人不能为空');
    expect((await company.save(entity(), { ...cheap(), checkUserId: company.id('hr') })).msg).toMatch(/不能作为审批人/);
    expect((await company.save(entity(), { ...cheap(), checkUserId: company.id('seller') })).msg).toMatch(
      /不能作为审批人/,
    );
    const { contractId } = await company.saved(entity({ checkStatus: 5 }), {
      ...cheap(),
      checkUserId: company.id('manager'),
    });
    // the one chosen in the draft
    await company.saved({ contractId });
    expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
    await company.flow();
  });

  it('is one of two: edited or decided, submitted once', async () => {
    const contractId = await submitted();
    await company.decide(contractId, 'manager', 2);
    const [first, second] = await Promise.all([company.save({ contractId }), company.save({ contractId })]);
    expect([first.code, second.code].filter((code) => code === 0)).toHaveLength(1);
    expect([first.msg, second.msg]).toContain('不能编辑，请先撤回再编辑！');
    const { version } = await company.read(contractId);
    const [edit, pass] = await Promise.all([
      company.save({ contractId, name: '同时' }, { version: Number(version) - 1 }),
      company.decide(contractId, 'manager', 1),
    ]);
    expect([edit.code === 0, pass.code]).toEqual([false, 0]);
    // who has seen an earlier version reads who was faster
    const late = await company.save({ contractId, name: '晚了' }, { version });
    expect(late.msg).toMatch(/^该审批已被处理：孙经理，/);
  });

  it('takes the right to edit and reach, as every save', async () => {
    const contractId = (await company.saved(entity({ checkStatus: 5 }), cheap())).contractId;
    expect((await company.save({ contractId }, {}, 'stranger')).code).toBe(404);
    await withoutRight(company.company, 11, contractType, 'update', async () => {
      expect((await company.save({ contractId })).code).toBe(403);
    });
    expect(await status(contractId)).toBe(5);
  });
});

describe('a contract in force', () => {
  it('takes the scan of what was signed, and marks', async () => {
    const contractId = await approved();
    const batchId = '5f1d2c3b4a59687786958473625140ff';
    const file = { name: '签署.txt', content: Buffer.from('盖章') };
    const { people, call } = company.company;
    expect((await call('file/upload', { batchId }, { as: people.seller, file })).code).toBe(0);
    await company.saved({ contractId, scan: batchId });
    expect(await status(contractId)).toBe(1);
    const change = (transition: string, input = {}) =>
      company.done<{ operationId: number }>('CrmContract/changeState', {
        ids: [contractId],
        column: 'sign_status',
        transition,
        input,
      });
    await change('sign');
    const { operationId } = await change('archive');
    expect(await company.read(contractId)).toMatchObject({ signStatus: 2 });
    await company.done('operation/undo', { operationId });
    expect(await company.read(contractId)).toMatchObject({ signStatus: 1 });
  });

  it('has exceptions that are reported with a reason and handled', async () => {
    const contractId = await approved();
    const handle = (exceptionStatus: number, reason = '') =>
      company.call('CrmContract/exceptionContractHandle', { contractId, exceptionStatus, reason });
    expect((await handle(1)).code).not.toBe(0);
    expect((await handle(1, '少发一箱')).msg).toBe('');
    expect(await company.read(contractId)).toMatchObject({ exceptionStatus: 1 });
    expect((await handle(2, '已补发')).msg).toBe('');
    expect((await handle(2, '再来')).code).not.toBe(0);
    expect(
      (
        await company.call(
          'CrmContract/exceptionContractHandle',
          { contractId, exceptionStatus: 1, reason: '乱' },
          'stranger',
        )
      ).code,
    ).toBe(404);
  });

  it('is discarded by whoever may, not under a waiting receivable, and stays with its entries', async () => {
    const contractId = await approved();
    const discard = (who: 'seller' | 'manager' = 'seller') =>
      company.call('CrmContract/contractDiscard', { contractId }, who);
    await withoutRight(company.company, 11, contractType, 'discard', async () => {
      expect((await discard()).code).toBe(403);
    });
    const receivable = { customer_id: company.customerId, contract_id: contractId, money: '10', checkStatus: 5 };
    const { receivablesId } = await company.done<{ receivablesId: number }>('CrmReceivables/saveOrUpdate', {
      entity: receivable,
      field: [],
    });
    const { db } = company;
    await db
      .updateTable('receivables' as never)
      .set({ check_status: 0 } as never)
      .where('receivables_id' as never, '=', receivablesId as never)
      .execute();
    expect((await discard()).msg).toMatch(/^回款.*正在审核，请先处理再作废合同$/);
    expect((await company.call('CrmContract/deleteByIds', { contractIds: [contractId] })).msg).toContain(
      '该数据已被其他模块引用，不能被删除！',
    );
    await db
      .deleteFrom('receivables' as never)
      .where('receivables_id' as never, '=', receivablesId as never)
      .execute();
    expect((await company.call('CrmContract/deleteByIds', { contractIds: [contractId] })).msg).toContain(
      '该数据已被其他模块引用，不能被删除！',
    );
    expect((await discard()).msg).toBe('');
    expect(await status(contractId)).toBe(6);
    expect((await discard()).code).not.toBe(0);
    expect((await company.save({ contractId })).msg).toBe('不能编辑，请先撤回再编辑！');
    expect((await company.call('CrmContract/deleteByIds', { contractIds: [contractId] })).code).toBe(403);
    // its entries stay in the ledger
    expect((await company.call('CrmContract/deleteByIds', { contractIds: [contractId] }, 'admin')).msg).toContain(
      '已入账，不能删除',
    );
  });

  it('says who owns it by phone, to its readers', async () => {
    const contractId = await approved();
    expect(await company.done('CrmContract/getOwnerUserMobile', { contractId }, 'manager')).toMatch(/^\d*$/);
    expect((await company.call('CrmContract/getOwnerUserMobile', { contractId }, 'stranger')).code).toBe(404);
  });
});

describe('contracts of a customer', () => {
  it('are listed by state and by use, as far as the reader sees them', async () => {
    const customerId = await company.newCustomer('名单客户');
    const passed = await approved({ customer_id: customerId, num: 'MD-1' });
    const { contractId: kept } = await company.saved(
      entity({ customer_id: customerId, num: 'MD-2', checkStatus: 5 }),
      cheap(),
    );
    const ids = async (path: string, more: Record<string, unknown> = {}, who: 'seller' | 'manager' = 'seller') =>
      (await company.done<{ contractId: number }[]>(path, { customerId, pageType: 0, ...more }, who)).map(
        (row) => row.contractId,
      );
    expect(await ids('CrmCustomer/queryContract', { checkStatus: 1 })).toEqual([passed]);
    expect((await ids('CrmCustomer/queryContract')).toSorted()).toEqual([passed, kept].toSorted());
    expect(await ids('CrmCustomer/queryContract', { search: 'MD-2' })).toEqual([kept]);
    expect(await ids('CrmCustomer/queryByCustomerIdContractList', { consumeStatus: '1,2' })).toEqual([]);
    expect(await ids('CrmCustomer/queryByCustomerIdContractList', { consumeStatus: 0, checkStatus: 1 })).toEqual([
      passed,
    ]);
    expect((await company.call('CrmCustomer/queryContract', { customerId }, 'stranger')).code).toBe(404);
    expect(
      await company.done('CrmContract/queryPageList', {
        data: [{ fieldName: 'consume_status', condition: 'is', value: '2' }],
      }),
    ).toMatchObject({ totalRow: 0 });
    await withLevels(company.company, 11, 6, { money: fieldLevel.hidden }, async () => {
      const [row] = await company.done<Record<string, unknown>[]>('CrmCustomer/queryContract', {
        customerId,
        checkStatus: 1,
        pageType: 0,
      });
      expect(row).toMatchObject({ contractId: passed, money: '' });
      expect(await company.read(passed)).toMatchObject({ contract_money: '', unreceiveMoney: '' });
    });
  });

  it('go along when their customer is transferred, and take its members', async () => {
    const customerId = await company.newCustomer('转走的客户', 'manager');
    const { contractId } = await company.saved(entity({ customer_id: customerId, checkStatus: 5 }), {}, 'manager');
    const team = { ids: [customerId], memberIds: [company.id('peer')], power: 1, changeType: '3' };
    await company.done('CrmCustomer/addMembers', team, 'manager');
    expect(await company.read(contractId, 'peer')).toMatchObject({ dataAuth: 1 });
    const transfer = {
      customerIds: [customerId],
      newOwnerUserId: company.id('stranger'),
      transferType: 1,
      changeType: '3',
    };
    await company.done('CrmCustomer/transfer', transfer, 'manager');
    expect(await company.read(contractId, 'stranger')).toMatchObject({ ownerUserId: company.id('stranger') });
  });
});

describe('contracts that end', () => {
  it('wait for their owners, within the days that are set', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const dates = (end: number) => ({ start_time: day(-40), end_time: day(end) });
    const [soon, over, later] = [await approved(dates(20)), await approved(dates(-2)), await approved(dates(30))];
    const ending = async (type: number) =>
      (await company.done<{ list: { contractId: number }[] }>('CrmBackLog/endContract', { type, limit: 100 })).list.map(
        (row) => row.contractId,
      );
    expect(await company.done('CrmContract/queryContractConfig')).toEqual({ status: 1, contractDay: '24' });
    expect(await ending(1)).toContain(soon);
    expect(await ending(1)).not.toContain(later);
    expect(await ending(2)).toEqual([over]);
    const set = (body: Record<string, unknown>, who: 'admin' | 'seller' = 'admin') =>
      company.call('CrmContract/setContractConfig', body, who);
    expect((await set({ status: 1 })).msg).toBe('contractDay不能为空');
    expect((await set({ status: 1, contractDay: 60 }, 'seller')).code).toBe(403);
    await set({ status: 1, contractDay: 60 });
    expect(await ending(1)).toContain(later);
    expect(await company.done('CrmBackLog/num')).toMatchObject({ endContract: expect.any(Number) });
    await set({ status: 0 });
    expect(await company.done('CrmBackLog/num')).not.toHaveProperty('endContract');
    await set({ status: 1, contractDay: 24 });
  });
});

describe('the money of contracts', () => {
  it('is booked when it passes, and taken back when it is discarded', async () => {
    const contractId = await approved();
    const agreed = async () =>
      (await company.done<{ contractMoney: string }>('CrmLedger/queryFigures', { contractId }, 'admin')).contractMoney;
    expect(await company.read(contractId)).toMatchObject({
      receivablesCount: 0,
      receive_money: '0.00',
      contract_money: '180.00',
      unreceiveMoney: '180.00',
    });
    expect(await agreed()).toBe('180.00');
    expect((await company.call('CrmContract/contractDiscard', { contractId })).msg).toBe('');
    expect(await agreed()).toBe('0.00');
  });
});
