import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { answerJson, openFakeTarget, type FakeTarget } from '#server/testing/outside/fake-target.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { OrderRow } from '#shared/crm/order-log/order-log-calls.ts';
import { tokenFor } from '#server/testing/company.ts';

let contracts: Contracts;
let fake: FakeTarget;
beforeAll(async () => {
  fake = await openFakeTarget();
  contracts = await openContracts();
  await contracts.noFlow();
  (contracts.company.services.config.outsidePrivateHosts as string[]).push(fake.host);
  await contracts.company.services.jobs.start();
});
afterAll(async () => {
  await contracts.close();
  fake.close();
});
beforeEach(async () => {
  await sql`delete from outbox`.execute(contracts.db);
  await sql`delete from outside_key`.execute(contracts.db);
  await sql`delete from app_setting where name = 'business_school'`.execute(contracts.db);
  await organisationChanged(contracts.db);
  fake.received.length = 0;
  fake.answer = (_received, response) => answerJson(response, { code: 0, orderNum: 'BS-1' });
});

const ask = (call: string, body: Record<string, unknown> = {}, who: 'admin' | 'stranger' = 'admin') =>
  contracts.call(`CrmContractOrderLog/${call}`, body, who);
const rows = async (filter: Record<string, unknown> = {}) =>
  ((await ask('queryPageList', filter)).data as { list: OrderRow[] }).list;
const turnOn = async () => {
  expect((await ask('saveSettings', { isOn: 1, url: `${fake.url}/orders`, key: 'key-of-the-school' })).msg).toBe('');
};
let count = 0;
/** A contract at full price, which passes by itself. */
const passed = async () => {
  const { customerId, pens, saved } = contracts;
  const name = `合同 ${(count += 1)}`;
  return saved(
    { name, customer_id: customerId, num: `HT-${count}`, money: '100', order_date: '2026-11-01' },
    { product: [{ productId: pens, num: 1, salesPrice: '100' }] },
  );
};

describe('a contract that has passed', () => {
  it('is handed to the business school, once, with its number there', async () => {
    await turnOn();
    const { contractId, checkStatus } = await passed();
    expect(checkStatus).toBe(1);
    await expect
      .poll(rows)
      .toMatchObject([
        { contractId, contractNum: `HT-${count}`, customerName: '华东贸易', state: 1, orderNum: 'BS-1', reason: '' },
      ]);
    expect(fake.received).toHaveLength(1);
    expect(fake.received[0]?.headers['authorization']).toBe('Bearer key-of-the-school');
    expect(JSON.parse(fake.received[0]?.body ?? '')).toMatchObject({ contractId, customerName: '华东贸易' });
    expect((await ask('querySettings')).data).toEqual({ isOn: 1, url: `${fake.url}/orders`, hasKey: 1 });
  });

  it('stays here while the business school is off', async () => {
    await passed();
    expect(await rows()).toEqual([]);
  });

  it('is found by number, day and result when it was refused, and is handed over again', async () => {
    await turnOn();
    fake.answer = (_received, response) => answerJson(response, { code: 7, msg: 'no such course' });
    await passed();
    await expect.poll(rows).toMatchObject([{ state: 2, reason: '对方拒绝 · no such course', orderNum: '' }]);
    const [{ id, contractNum, createTime } = { id: 0, contractNum: '', createTime: '' }] = await rows();
    const day = createTime.slice(0, 10);
    expect(await rows({ contractNum, state: 2, startTime: day, endTime: day })).toHaveLength(1);
    expect(await rows({ contractNum: 'nowhere' })).toEqual([]);
    expect(await rows({ startTime: '2099-01-01' })).toEqual([]);
    expect(await rows({ endTime: '2000-01-01' })).toEqual([]);
    expect(await rows({ state: 1 })).toEqual([]);
    expect((await ask('queryPageList', { startTime: 'someday' })).code).toBe(422);
    fake.answer = (_received, response) => answerJson(response, { code: 0, orderNum: 9 });
    expect((await ask('repeatByIds', { ids: String(id) })).code).toBe(0);
    await expect.poll(rows).toMatchObject([{ state: 1, orderNum: '9' }]);
  });
});

describe('the log', () => {
  it('shows the number alone of contracts that its reader may not see, and is closed without the right', async () => {
    await turnOn();
    await passed();
    await expect.poll(rows).toMatchObject([{ state: 1 }]);
    for (const call of ['queryPageList', 'querySettings', 'saveSettings', 'test', 'repeatByIds', 'dropByIds'])
      expect([call, (await ask(call, { isOn: 0, ids: '1' }, 'stranger')).code]).toEqual([call, 403]);
    const { agent } = contracts.company.people;
    const [menuId] = menuIdsBelow('manage:crm:log');
    await sql`delete from role_menu where role_id = 9`.execute(contracts.db);
    await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(contracts.db);
    await sql`delete from user_role where user_id = ${agent.userId}`.execute(contracts.db);
    await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(contracts.db);
    await sql`update org_version set version = version + 1`.execute(contracts.db);
    const token = await tokenFor(contracts.db, agent.userId);
    const answer = await contracts.company.call('CrmContractOrderLog/queryPageList', {}, { as: { token } });
    expect((answer.data as { list: OrderRow[] }).list).toMatchObject([
      { contractNum: `HT-${count}`, contractName: '', customerName: '' },
    ]);
  });
});
