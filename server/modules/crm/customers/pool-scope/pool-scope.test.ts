import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FieldUses } from '#shared/record/form-life/form-life-calls.ts';

// Whom the rules of the pool apply to, by any field, and from which day they count.

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const added = [
    { name: '放养', formType: 'select', setting: ['可以', '不可以'] },
    { name: '续约日', formType: 'date' },
  ];
  expect((await design({}, added)).msg).toBe('');
});
afterAll(async () => company.close());
const { design, setUp } = openFieldSetup(() => company);
const { changesOf, takeBack } = openHistory(() => company);

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'admin') =>
  company.call(`CrmCustomer/${path}`, body, { as: company.people[as] });
const setRules = (body: Record<string, unknown>, as?: PersonName) =>
  ask('updateRulesSetting', { followupDay: 30, dealDay: 100, type: 1, putInPoolRemindConfig: 0, ...body }, as);
afterEach(async () => {
  await setRules({ data: [], clock: '' });
  await setRules({ type: 0 });
  await sql`delete from customer`.execute(company.db);
});
/** A customer of somebody for so many days, whom nobody has followed up. */
async function customer(name: string, days: number, field: readonly { name: string; value: string }[] = []) {
  const entity = { customer_name: name };
  const saved = await ask('addOrUpdate', { entity, field: [...field] }, 'seller');
  expect(saved.msg).toBe('');
  const { customerId } = saved.data as { customerId: number };
  await sql`
    update customer set owner_since = now() - make_interval(days => ${days}) where customer_id = ${customerId}`.execute(
    company.db,
  );
  return customerId;
}
const owned = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select customer_name as name from customer where owner_user_id is not null order by 1`.execute(company.db);
  return rows.map(({ name }) => name);
};
const forecastOf = async (body: Record<string, unknown>, as?: PersonName) =>
  (await ask('queryPoolForecast', { days: 7, ...body }, as)).data as { list: { customerName: string }[] };
const onlyOpen = [{ fieldName: '放养', condition: 'is', value: '可以' }];

describe('customers that the rules do not apply to', () => {
  it('stay with their owners, are not foreseen, have no days left, and say why', async () => {
    await customer('可放', 40, [{ name: '放养', value: '可以' }]);
    const kept = await customer('不放', 40, [{ name: '放养', value: '不可以' }]);
    await customer('没填', 40);
    expect((await setRules({ data: onlyOpen })).msg).toBe('');
    expect((await forecastOf({})).list.map(({ customerName }) => customerName)).toEqual(['可放']);
    const rows = (await ask('queryPageList', { limit: 10 }, 'seller')).data as {
      list: { customerName: string; poolDay: unknown }[];
    };
    expect(new Map(rows.list.map(({ customerName, poolDay }) => [customerName, poolDay]))).toEqual(
      new Map<string, unknown>([
        ['可放', 0],
        ['不放', ''],
        ['没填', ''],
      ]),
    );
    const fate = (await ask('queryPoolFate', { customerId: kept }, 'seller')).data;
    expect(fate).toMatchObject({ exempt: 'outside', dueTime: null, text: '公海规则不适用于该客户' });
    expect(await runPoolRules(company.services)).toBe(1);
    expect(await owned()).toEqual(['不放', '没填']);
  });

  it('are tried before they are saved, by fields of the product and alternatives too', async () => {
    await customer('甲重点', 40);
    await customer('乙普通', 40);
    await setRules({});
    const tried = async (data: object[]) =>
      (await forecastOf({ followupDay: 30, dealDay: 100, data })).list.map(({ customerName }) => customerName);
    expect(await tried([{ fieldName: 'customer_name', condition: 'startWith', value: '甲' }])).toEqual(['甲重点']);
    const any = [
      { fieldName: 'customer_name', condition: 'startWith', value: '甲' },
      { fieldName: 'customer_name', condition: 'startWith', value: '乙' },
    ];
    expect((await tried([{ any }])).toSorted()).toEqual(['乙普通', '甲重点']);
    // what is in force is as it was
    expect((await forecastOf({})).list).toHaveLength(2);
    for (const data of [
      [{ fieldName: '没有', condition: 'is', value: 1 }],
      [{ fieldName: 'customer_name', condition: 'gt', value: 1 }],
    ])
      expect((await setRules({ data })).code).toBe(400);
  });

  it('stay for clients that know nothing of it, and in the history, with an undo', async () => {
    await setRules({ data: onlyOpen });
    await setRules({ followupDay: 20 });
    const stored = async () => (await ask('getRulesSetting', {})).data;
    expect(await stored()).toMatchObject({
      followupDay: '20',
      data: [{ fieldName: '放养', value: '可以' }],
      partlyFlag: 0,
    });
    await setRules({ followupDay: 20, data: [] });
    expect((await changesOf('customer_pool'))[0]?.differences).toEqual([
      { label: '适用客户', before: '放养 等于 可以', after: '所有客户' },
    ]);
    expect(await takeBack('customer_pool')).toBe('');
    expect(await stored()).toMatchObject({ data: [{ fieldName: '放养', value: '可以' }] });
    // others are not told what it is about
    expect((await ask('getRulesSetting', {}, 'seller')).data).not.toHaveProperty('data');
  });

  it('follow a field that is called otherwise, an option too, and are all once the field is gone', async () => {
    await setRules({ data: onlyOpen });
    const renamed = [{ from: '可以', to: '能放' }];
    expect((await design({ 放养: { name: '能否放养', setting: ['能放', '不可以'], renamed } })).msg).toBe('');
    expect((await ask('getRulesSetting', {})).data).toMatchObject({ data: [{ fieldName: '能否放养', value: '能放' }] });
    const field = (await setUp()).find(({ name }) => name === '能否放养');
    const uses = (
      await company.call(
        'field/queryUses',
        { label: customerType.code, fieldId: field?.fieldId },
        { as: company.people.admin },
      )
    ).data as FieldUses[];
    expect(uses.find(({ kind }) => kind === 'pool_rules')).toMatchObject({ total: 1, blocks: 0 });
    await customer('到期的', 40, [{ name: '能否放养', value: '能放' }]);
    expect((await design({ 能否放养: null })).msg).toBe('');
    expect((await ask('getRulesSetting', {})).data).toMatchObject({ data: [], partlyFlag: 1 });
    expect(await runPoolRules(company.services)).toBe(0);
  });
});

describe('the day from which days without a deal count', () => {
  const inDays = async (days: number): Promise<string> => {
    const { rows } = await sql<{ day: string }>`select (current_date + ${days}::int)::text as day`.execute(company.db);
    return rows[0]?.day ?? '';
  };

  it('is that on which the owner got the customer, or a later one of a date field', async () => {
    await customer('早续约', 200, [{ name: '续约日', value: await inDays(-300) }]);
    await customer('晚续约', 200, [{ name: '续约日', value: await inDays(-10) }]);
    await customer('没续约', 200);
    await sql`update customer set last_time = now()`.execute(company.db);
    await setRules({ clock: '续约日' });
    const { clocks, clock } = (await ask('getRulesSetting', {})).data as { clocks: { name: string }[]; clock: string };
    expect([clock, clocks.map(({ name }) => name)]).toEqual(['续约日', expect.arrayContaining(['续约日'])]);
    expect(await runPoolRules(company.services)).toBe(2);
    expect(await owned()).toEqual(['晚续约']);
    // the field says nothing any more: from the owner on
    await setRules({ clock: '' });
    expect(await runPoolRules(company.services)).toBe(1);
  });

  it('is refused where it is no date, and hidden fields are none to whoever does not see them', async () => {
    expect((await setRules({ clock: 'customer_name' })).msg).toBe('请选择客户的一个日期字段');
    expect((await setRules({ clock: '没有' })).code).toBe(422);
  });
});

it('whoever does not see a field neither sets rules by it nor learns by a count what it says', async () => {
  const field = (await setUp()).find(({ name }) => name === '续约日');
  await sql`
    insert into role_menu (role_id, menu_id) select 8, unnest(array[182]) on conflict do nothing`.execute(company.db);
  const data = [{ fieldId: field?.fieldId, level: 0 }];
  await company.call(
    'field/saveRoleField',
    { roleId: 8, label: customerType.code, data },
    { as: company.people.admin },
  );
  const asked = [{ fieldName: '续约日', condition: 'isNotNull' }];
  expect((await setRules({ clock: '续约日' }, 'manager')).code).toBe(422);
  expect((await setRules({ data: asked }, 'manager')).code).toBe(400);
  expect((await ask('queryPoolForecast', { days: 7, followupDay: 1, dealDay: 1, data: asked }, 'manager')).code).toBe(
    400,
  );
  // what another one has set by it stays, and is not shown
  await setRules({ data: asked, clock: '续约日' });
  expect((await setRules({ followupDay: 9 }, 'manager')).msg).toBe('');
  expect((await ask('getRulesSetting', {}, 'manager')).data).toMatchObject({ data: [], clock: '', partlyFlag: 1 });
  expect((await ask('getRulesSetting', {})).data).toMatchObject({ followupDay: '9', clock: '续约日', partlyFlag: 0 });
});
