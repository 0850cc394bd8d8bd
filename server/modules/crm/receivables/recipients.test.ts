import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { openMoney, type Money } from './testing.ts';

let money: Money;
let productId: number;
beforeAll(async () => {
  money = await openMoney();
  const entity = { name: '台灯', price: '100', category_id: 1 };
  ({ productId } = await money.done<{ productId: number }>('CrmProduct/saveAndUpdate', { entity, field: [] }, 'admin'));
});
afterAll(() => money.company.close());

const recipient = { recipient_name: '王收', recipient_mobile: '13800000001', recipient_address: '中山路1号' };
const sold = (deliveryType: number, more: object = recipient) =>
  money.contract('100', { ...more }, 'seller', [{ productId, num: '1', deliveryType }]);
const read = (receivablesId: number) =>
  money.done<Record<string, unknown>>('CrmReceivables/queryById', { receivablesId });
const save = (entity: object, more: object = {}) =>
  money.ask('CrmReceivables/saveOrUpdate', { entity, field: [], ...more });

describe('the recipient of a receivable', () => {
  it('is that of its contract where it names nobody', async () => {
    const of = await sold(2);
    const id = await money.save(of, '10');
    expect(await read(id)).toMatchObject({
      recipientName: '王收',
      recipientMobile: '13800000001',
      recipientAddress: '中山路1号',
    });
    const other = await money.save(of, '10', { recipient_name: '李收', recipient_address: '北京路2号' });
    expect(await read(other)).toMatchObject({
      recipientName: '李收',
      recipientMobile: '',
      recipientAddress: '北京路2号',
    });
  });

  it('is a contact as it was when it was chosen, also as older clients send it', async () => {
    const of = await sold(2);
    const contact = { name: '赵收', mobile: '13800000009', address: '南京路3号', customer_id: of.customerId };
    const { contactsId } = await money.done<{ contactsId: number }>('CrmContacts/addOrUpdate', {
      entity: contact,
      field: [],
    });
    const of1 = { contract_id: of.contractId, customer_id: of.customerId, money: '10' };
    const { data } = await save(of1, { express: { contactsId, address: '南京路4号' } });
    const { receivablesId } = data as { receivablesId: number };
    expect(await read(receivablesId)).toMatchObject({
      addresseeId: contactsId,
      recipientName: '赵收',
      recipientMobile: '13800000009',
      recipientAddress: '南京路4号',
    });
    const stranger = await money.contract('100');
    const foreign = await save(
      { ...of1, contract_id: stranger.contractId, customer_id: stranger.customerId },
      {
        express: { contactsId },
      },
    );
    expect(foreign.code).not.toBe(0);
  });

  it('is asked for where goods of the contract are sent, once it is submitted', async () => {
    const draft = async (deliveryType: number) => {
      const of = await sold(deliveryType);
      return money.save(of, '10', { checkStatus: 5, recipient_name: '王收' });
    };
    const empty = { addressee_id: '', recipient_name: '', recipient_mobile: '', recipient_address: '' };
    const sent = await draft(2);
    expect((await save({ receivablesId: sent, ...empty, checkStatus: 5 })).msg).toBe('');
    const nobody = await save({ receivablesId: sent, ...empty });
    expect([nobody.code, nobody.msg, nobody.body['detail']]).toMatchObject([
      422,
      '收件人不能为空',
      { fieldName: 'addressee_id' },
    ]);
    expect((await save({ receivablesId: sent, ...empty, recipient_name: ' ' })).msg).toBe('收件人不能为空');
    const nowhere = await save({ receivablesId: sent, ...empty, recipient_name: '王收' });
    expect([nowhere.msg, nowhere.body['detail']]).toMatchObject(['请完善收件地址', { fieldName: 'recipient_address' }]);
    expect((await money.ask('crm/receivables/check', { receivablesId: sent })).msg).toBe('收件人不能为空');
    expect(await read(sent)).toMatchObject({ checkStatus: 5, recipientName: '' });
    expect((await save({ receivablesId: sent, recipient_name: '王收', recipient_address: '中山路1号' })).msg).toBe('');
    expect(await read(sent)).toMatchObject({ checkStatus: 0 });

    const fetched = await draft(1);
    expect((await save({ receivablesId: fetched, ...empty })).msg).toBe('');
  });

  it('is neither taken from what a role hides nor asked of whoever does not see it', async () => {
    const of = await sold(2);
    const hide = async (type: RecordType, level: number) => {
      const { byName } = await readFields(money.db, type.code);
      const names = ['addressee_id', 'recipient_name', 'recipient_mobile', 'recipient_address'];
      const data = names.map((name) => ({ fieldId: byName.get(name)?.fieldId, level }));
      await money.done('field/saveRoleField', { roleId: 11, label: type.code, data }, 'admin');
    };
    await hide(contractType, fieldLevel.hidden);
    const kept = await money.save(of, '10', { checkStatus: 5 });
    expect(await read(kept)).toMatchObject({ recipientName: '', recipientAddress: '' });
    expect((await save({ receivablesId: kept })).msg).toBe('收件人不能为空');
    await hide(receivableType, fieldLevel.hidden);
    expect((await save({ receivablesId: kept })).msg).toBe('');
    await hide(receivableType, fieldLevel.open);
    expect(await read(kept)).toMatchObject({ checkStatus: 0, recipientName: '' });
  });
});
