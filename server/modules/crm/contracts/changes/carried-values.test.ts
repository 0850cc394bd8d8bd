import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

type Row = Record<string, unknown>;

const { hidden, masked, readOnly } = fieldLevel;
const label = contractType.code;

/** The custom fields, with the level that the role of its author has for each. */
const added = [
  { name: '信用评级', formType: 'text', level: readOnly },
  { name: '内部成本', formType: 'floatnumber', level: hidden },
  { name: '收款账号', formType: 'text', level: masked },
  { name: '财务返点', formType: 'number', defaultFormula: '1 + 1', level: readOnly },
  { name: '财务备忘', formType: 'text', defaultFormula: '"默认"', level: hidden },
  { name: '票据代码', formType: 'text', isUnique: 1, level: readOnly },
  { name: '备案号', formType: 'text', isUnique: 1, isNull: 1 },
  { name: '归档号', formType: 'sequence', level: readOnly },
  { name: '箱号', formType: 'text', level: hidden },
  { name: '格号', formType: 'text', level: readOnly },
  { name: '归档件', formType: 'file', level: readOnly },
  { name: '销售返点', formType: 'number', defaultFormula: '3 + 4' },
  { name: '折算成本', formType: 'floatnumber', formula: '{内部成本} * 2' },
  { name: '档案名', formType: 'text', formula: '"档案" & {合同编号}' },
  { name: '含税金额', formType: 'floatnumber', formula: '{合同金额} * 2' },
] as const;

/** Fixed ones with their levels. */
const fixed: Readonly<Record<string, number>> = {
  remark: hidden,
  suite: readOnly,
  contacts_id: hidden,
  company_user_id: masked,
  order_date: readOnly,
  end_time: readOnly,
};

let company: Contracts;
let contacts: { readonly first: number; readonly second: number };

beforeAll(async () => {
  company = await openContracts();
  await company.flow();
  const rows = await company.done<Row[]>('field/list', { label }, 'admin');
  const data = [...rows, ...added.map(({ ...field }) => ({ ...field, level: undefined }))];
  await company.done('field/save', { label, data }, 'admin');
  const { byName } = await readFields(company.db, label);
  const idOf = (name: string) => byName.get(name)?.fieldId;
  await numbered('归档号', 'GD{000}');
  const rules = [{ fieldIds: [idOf('箱号'), idOf('格号')] }];
  await company.done('field/saveUniqueRules', { label, rules }, 'admin');
  const contact = (name: string) => company.newContact({ name, customer_id: company.customerId });
  contacts = { first: await contact('王签'), second: await contact('李签') };
});
afterAll(() => company.close());

async function numbered(name: string, pattern: string): Promise<void> {
  const { byName } = await readFields(company.db, label);
  await company.done('field/setSequence', { fieldId: byName.get(name)?.fieldId, pattern, reset: 'never' }, 'admin');
}

/** The levels of the author's role; all are open without `isRestricted`. */
async function restrict(isRestricted: boolean): Promise<void> {
  const { byName } = await readFields(company.db, label);
  const levels = {
    ...fixed,
    ...Object.fromEntries(added.flatMap((one) => ('level' in one ? [[one.name, one.level]] : []))),
  };
  const data = Object.entries(levels).map(([name, level]) => ({
    fieldId: byName.get(name)?.fieldId,
    level: isRestricted ? level : fieldLevel.open,
  }));
  await company.done('field/saveRoleField', { roleId: 11, label, data }, 'admin');
}

/** A contract in force, written when its author might write all of it. */
async function approved(num: string, more: Row = {}): Promise<number> {
  await restrict(false);
  const { contractId } = await company.saved(
    {
      name: '年度框架',
      customer_id: company.customerId,
      num,
      remark: '财务备注',
      suite: '甲方案',
      contacts_id: contacts.first,
      company_user_id: company.id('manager'),
      order_date: '2026-03-01',
      start_time: '2026-03-02',
      end_time: '2027-03-02',
    },
    {
      product: [{ productId: company.pens, num: '2', salesPrice: '90' }],
      field: Object.entries({
        信用评级: 'AA',
        内部成本: '12.50',
        收款账号: '6222020200112233',
        财务返点: '9',
        票据代码: `PJ-${num}`,
        备案号: `BA-${num}`,
        箱号: num,
        格号: '7',
        ...more,
      }).map(([name, value]) => ({ name, value })),
      emptied: ['财务备忘', '销售返点'],
    },
  );
  await inCustom(contractId, '归档件', `file-of-${num}`);
  expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
  await restrict(true);
  return contractId;
}

const keyOf = async (name: string) => `f${(await readFields(company.db, label)).byName.get(name)?.fieldId}`;

async function inCustom(contractId: number, name: string, value: string): Promise<void> {
  const key = await keyOf(name);
  await sql`
    update contract set custom = custom || jsonb_build_object(${key}::text, ${value}::text)
    where contract_id = ${contractId}`.execute(company.db);
}

/** All fields as stored, by name, whoever may see them. */
async function stored(contractId: number): Promise<Row> {
  const { rows } = await sql<Row & { custom: Row }>`
    select * from contract where contract_id = ${contractId}`.execute(company.db);
  const { all } = await readFields(company.db, label);
  return Object.fromEntries(
    all.map(({ fieldId, fieldName, fieldType }) => [
      fieldName,
      (fieldType === 1 ? rows[0]?.[fieldName] : rows[0]?.custom[`f${fieldId}`]) ?? null,
    ]),
  );
}

const begun = async (contractId: number): Promise<number> =>
  (await company.done<{ contractId: number }>('CrmContract/startChange', { contractId })).contractId;
const lineOf = async (id: number) => ((await company.read(id))['product'] as { lineId: number }[])[0]?.lineId;

/** The author changes the line, submits the order, and it passes. */
async function passed(orderId: number, entity: Row = {}, field: readonly Row[] = []): Promise<void> {
  const product = [{ lineId: await lineOf(orderId), num: '3' }];
  await company.saved({ contractId: orderId, ...entity }, { product, field });
  expect((await company.decide(orderId, 'manager', 1)).msg).toBe('');
}

describe('what the author of a change may not write', () => {
  it('is in the contract as it was once the order has passed, and nothing has become a default', async () => {
    const contractId = await approved('DZ-1');
    const before = await stored(contractId);
    expect(before).toMatchObject({
      信用评级: 'AA',
      内部成本: '12.50',
      收款账号: '6222020200112233',
      财务返点: '9',
      财务备忘: null,
      票据代码: 'PJ-DZ-1',
      备案号: 'BA-DZ-1',
      归档号: 'GD001',
      箱号: 'DZ-1',
      格号: '7',
      归档件: 'file-of-DZ-1',
      销售返点: null,
      折算成本: '25.00',
      档案名: '档案DZ-1',
      含税金额: '360.00',
      remark: '财务备注',
      suite: '甲方案',
      contacts_id: contacts.first,
      company_user_id: [company.id('manager')],
      order_date: '2026-03-01',
      end_time: '2027-03-02',
    });
    const orderId = await begun(contractId);
    // an order has numbers of its own, what is unique beside its contract, and none of its files
    const numbers = { num: 'DZ-1-BG1', 档案名: '档案DZ-1-BG1', 归档号: 'GD002' };
    expect(await stored(orderId)).toEqual({ ...before, ...numbers, 归档件: null });
    await passed(orderId);
    const after = await stored(contractId);
    const money = { money: '270.00', total_price: '270.00', 含税金额: '540.00' };
    expect(after).toEqual({ ...before, ...money });
  });

  it('is shown of the order as it is of the contract', async () => {
    const contractId = await approved('DZ-2');
    const orderId = await begun(contractId);
    const [contract, order] = [await company.read(contractId), await company.read(orderId)];
    for (const seen of [contract, order]) {
      expect(seen).toMatchObject({ 信用评级: 'AA', 财务返点: '9', suite: '甲方案' });
      for (const name of ['内部成本', '财务备忘', '折算成本', 'remark', 'contactsId', 'contactsName'])
        expect([name, seen[name] ?? '']).toEqual([name, '']);
      expect(JSON.stringify(seen)).not.toContain('6222020200112233');
    }
    expect(order['收款账号']).toBe(contract['收款账号']);
    expect(order['收款账号']).not.toBe('');
    const refused = await company.save({ contractId: orderId }, { field: [{ name: '信用评级', value: 'B' }] });
    expect(refused.msg).toContain('信用评级');
  });

  it('leaves what the author writes, and takes what the order alone has', async () => {
    const contractId = await approved('DZ-3');
    const before = await stored(contractId);
    const orderId = await begun(contractId);
    await inCustom(orderId, '归档件', 'file-of-the-order');
    await passed(orderId, { name: '新框架' }, [{ name: '销售返点', value: '5' }]);
    expect(await stored(contractId)).toEqual({
      ...before,
      name: '新框架',
      销售返点: '5',
      归档件: 'file-of-the-order',
      money: '270.00',
      total_price: '270.00',
      含税金额: '540.00',
    });
  });

  it('gives way to the order where somebody changed the contract meanwhile', async () => {
    const contractId = await approved('DZ-4');
    const orderId = await begun(contractId);
    await inCustom(contractId, '信用评级', 'C');
    await passed(orderId);
    expect(await stored(contractId)).toMatchObject({ 信用评级: 'AA' });
  });

  it('is kept of fields that are in the bin of the form', async () => {
    const contractId = await approved('DZ-5');
    const orderId = await begun(contractId);
    const rows = await company.done<Row[]>('field/list', { label }, 'admin');
    const fieldId = rows.find(({ name }) => name === '收款账号')?.['fieldId'];
    await company.done('field/save', { label, data: rows.filter(({ name }) => name !== '收款账号') }, 'admin');
    await passed(orderId);
    await company.done('field/restoreDeleted', { label, fieldId }, 'admin');
    expect(await stored(contractId)).toMatchObject({ 收款账号: '6222020200112233', money: '270.00' });
  });

  it('goes over where it is unique together with something that there is none of', async () => {
    const contractId = await approved('DZ-6', { 箱号: '' });
    const orderId = await begun(contractId);
    expect(await stored(orderId)).toMatchObject({ 箱号: null, 格号: '7' });
    await passed(orderId);
    expect(await stored(contractId)).toMatchObject({ 箱号: null, 格号: '7', money: '270.00' });
  });
});

describe('what is unique', () => {
  const field = (value: string) => [{ name: '备案号', value }];
  const change = (contractId: number, value: string) =>
    company.save({ contractId, checkStatus: 5 }, { field: field(value) });
  const taken = '备案号已存在';

  it('is in an order as in its contract, and may be another one that nobody has', async () => {
    const contractId = await approved('DZ-8');
    await approved('DZ-9');
    const orderId = await begun(contractId);
    expect(await stored(orderId)).toMatchObject({ 备案号: 'BA-DZ-8', 票据代码: 'PJ-DZ-8', 箱号: 'DZ-8' });
    expect((await change(orderId, 'BA-DZ-9')).msg).toBe(taken);
    expect((await change(orderId, 'BA-NEW')).msg).toBe('');
    expect((await change(orderId, 'BA-DZ-8')).msg).toBe('');
    await passed(orderId, {}, field('BA-NEW'));
    expect(await stored(contractId)).toMatchObject({ 备案号: 'BA-NEW', 票据代码: 'PJ-DZ-8', 箱号: 'DZ-8' });
    // and what it was is free
    await approved('DZ-8-2', { 备案号: 'BA-DZ-8' });
    const again = await begun(contractId);
    expect(await stored(again)).toMatchObject({ 备案号: 'BA-NEW' });
  });

  it('is refused with its name where somebody has taken it while the order waited', async () => {
    const contractId = await approved('DZ-10');
    const orderId = await begun(contractId);
    await company.saved({ contractId: orderId }, { field: field('BA-RACE') });
    await approved('DZ-11', { 备案号: 'BA-RACE' });
    // whoever does not see the field reads that there is one, and not which
    const level = async (value: number) => {
      const { byName } = await readFields(company.db, label);
      const data = [{ fieldId: byName.get('备案号')?.fieldId, level: value }];
      await company.done('field/saveRoleField', { roleId: 8, label, data }, 'admin');
    };
    await level(hidden);
    const unnamed = (await company.decide(orderId, 'manager', 1)).msg;
    expect([unnamed !== '', unnamed.includes('备案号')]).toEqual([true, false]);
    await level(fieldLevel.open);
    expect((await company.decide(orderId, 'manager', 1)).msg).toBe(taken);
    expect(await stored(contractId)).toMatchObject({ 备案号: 'BA-DZ-10' });
  });

  it('stays the contract’s while an order comes back from the bin, and when a field becomes unique', async () => {
    const contractId = await approved('DZ-12');
    const orderId = await begun(contractId);
    await company.done('CrmContract/deleteByIds', { contractIds: [orderId] });
    await company.done('CrmContract/restoreByIds', { contractIds: [orderId] });
    expect(await stored(orderId)).toMatchObject({ 备案号: 'BA-DZ-12' });
    const rows = await company.done<Row[]>('field/list', { label }, 'admin');
    const unique = rows.map((row) => (row['name'] === '信用评级' ? { ...row, isUnique: 1 } : row));
    expect((await company.call('field/save', { label, data: unique }, 'admin')).msg).toContain('信用评级');
    await sql`update contract set custom = custom || jsonb_build_object(${await keyOf('信用评级')}::text, 'E' || coalesce(changes_id, contract_id))`.execute(
      company.db,
    );
    await company.done('field/save', { label, data: unique }, 'admin');
    await company.done('field/save', { label, data: rows }, 'admin');
  });
});

describe('a further number of a contract', () => {
  it('is its own, and another one of the order', async () => {
    const rows = await company.done<Row[]>('field/list', { label }, 'admin');
    await company.done('field/save', { label, data: [...rows, { name: '流水号', formType: 'sequence' }] }, 'admin');
    await numbered('流水号', 'LS{000}');
    const contractId = await approved('DZ-7');
    expect(await stored(contractId)).toMatchObject({ 流水号: 'LS001' });
    const orderId = await begun(contractId);
    expect(await stored(orderId)).toMatchObject({ 流水号: 'LS002' });
    await passed(orderId);
    expect(await stored(contractId)).toMatchObject({ 流水号: 'LS001', money: '270.00' });
  });
});
