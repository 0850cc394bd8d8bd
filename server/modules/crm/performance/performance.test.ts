import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import type { PersonName } from '#server/testing/company.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { performanceCalls } from '#shared/crm/performance/performance-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Performance = OutputOf<typeof performanceCalls.performance>;
type Months = OutputOf<typeof performanceCalls.months>;
type Funnel = OutputOf<typeof performanceCalls.funnel>;

let money: Money;
const contracts: { contractId: number; customerId: number }[] = [];
beforeAll(async () => {
  money = await openMoney();
  contracts.push(
    await money.contract('1000', { order_date: '2026-05-10' }),
    await money.contract('500', { order_date: '2026-06-01' }),
    await money.contract('70', { order_date: '2026-07-01' }),
    await money.contract('300', { order_date: '2026-05-31' }, 'peer'),
  );
  const [first] = contracts;
  if (first) await money.receive(first, '400', { return_time: '2026-06-30' });
});
afterAll(() => money.company.close());
beforeEach(async () => {
  await sql`delete from goal`.execute(money.db);
});

/** Parts of two months, which count as a whole. */
const days = { startTime: '2026-05-15', endTime: '2026-06-01' };
const ofPeople = (...names: PersonName[]) => ({ userIds: names.map((name) => money.people[name].userId) });
const ask = (body: Record<string, unknown> = {}, who: PersonName = 'seller') =>
  money.done<Performance>(performanceCalls.performance.path, { ...days, ...body }, who);
const byMonth = (body: Record<string, unknown> = {}, who: PersonName = 'seller') =>
  money.done<Months>(performanceCalls.months.path, { ...days, ...body }, who);
const goal = async (who: PersonName, status: number, may: string, june: string): Promise<void> => {
  const amounts = ['0', '0', '0', '0', may, june, '0', '0', '0', '0', '0', '0'];
  await sql`
    insert into goal (user_id, year, status, months)
    values (${money.people[who].userId}, 2026, ${status}, ${`{${amounts.join(',')}}`}::numeric(12, 2)[])`.execute(
    money.db,
  );
};
const level = async (type: RecordType, fieldName: string, to: number): Promise<void> => {
  const field = (await readFields(money.db, type.code)).byName.get(fieldName);
  const data = [{ fieldId: field?.fieldId, level: to }];
  await money.done('field/saveRoleField', { roleId: 11, label: type.code, data }, 'admin');
};

describe('what people sold and received', () => {
  it('is what the contracts of the whole months came to, beside the goals of these months', async () => {
    await goal('seller', 1, '1000', '1000');
    await goal('seller', 2, '0', '300');
    expect(await ask()).toEqual({
      contractMoneys: '1500.00',
      receivablesMoneys: '400.00',
      achievementMoneys: '2000.00',
      proportion: '75.00',
    });
    expect(await ask({ status: 2 })).toMatchObject({ achievementMoneys: '300.00', proportion: '133.33' });
    expect(await byMonth()).toEqual({
      list: [
        { type: '2026-05', contractMoneys: '1000.00', receivablesMoneys: '0.00' },
        { type: '2026-06', contractMoneys: '500.00', receivablesMoneys: '400.00' },
      ],
      totlaContractMoney: '1500.00',
      totlaReceivablesMoney: '400.00',
    });
  });

  it('agrees with the figures of the contracts themselves, also once one is discarded', async () => {
    const all = { startTime: '2020-01-01', endTime: '2029-12-31', ...ofPeople('seller', 'peer') };
    const said = async (): Promise<readonly [string, string]> => {
      const figures = await Promise.all(
        contracts.map(({ contractId }) =>
          money.done<Record<string, string>>('CrmLedger/queryFigures', { contractId }, 'admin'),
        ),
      );
      return [
        sumOf(figures.map(({ contractMoney }) => contractMoney ?? '')),
        sumOf(figures.map(({ receivedMoney }) => receivedMoney ?? '')),
      ];
    };
    const asked = async () => {
      const { contractMoneys, receivablesMoneys } = await ask(all, 'admin');
      return [contractMoneys, receivablesMoneys];
    };
    const gone = await money.contract('88', { order_date: '2026-08-01' });
    contracts.push(gone);
    expect(await asked()).toEqual(await said());
    expect((await asked())[0]).toBe('1958.00');
    await money.discardContract(gone.contractId);
    expect(await asked()).toEqual(await said());
    expect((await asked())[0]).toBe('1870.00');
  });

  it('is of those alone whose contracts the reader sees, and so are the goals', async () => {
    await goal('seller', 1, '10', '0');
    await goal('peer', 1, '900', '0');
    expect(await ask(ofPeople('peer'))).toMatchObject({ contractMoneys: '0.00', achievementMoneys: '0.00' });
    expect(await ask(ofPeople('seller', 'peer'), 'admin')).toMatchObject({
      contractMoneys: '1800.00',
      achievementMoneys: '910.00',
    });
    expect(await ask(ofPeople('seller', 'peer'))).toMatchObject({
      contractMoneys: '1500.00',
      achievementMoneys: '10.00',
    });
    expect(await ask({}, 'agent')).toMatchObject({ contractMoneys: '0.00', proportion: '' });
  });

  it('is nothing for whose roles hide or mask the money of contracts', async () => {
    const none = { contractMoneys: '', receivablesMoneys: '', achievementMoneys: '', proportion: '' };
    await goal('seller', 1, '1000', '1000');
    for (const one of [fieldLevel.hidden, fieldLevel.masked]) {
      await level(contractType, 'money', one);
      expect(await ask()).toEqual(none);
      expect(await byMonth()).toEqual({ list: [], totlaContractMoney: '', totlaReceivablesMoney: '' });
    }
    await level(contractType, 'money', fieldLevel.open);
    expect((await ask()).contractMoneys).toBe('1500.00');
  });
});

describe('the funnel of a period', () => {
  const add = async (amount: string, who: PersonName = 'seller'): Promise<number> =>
    (
      await money.done<{ businessId: number }>(
        'CrmBusiness/addOrUpdate',
        {
          entity: {
            business_name: `商机 ${crypto.randomUUID()}`,
            customer_id: await money.customer(`漏斗客户 ${crypto.randomUUID()}`, who),
            money: amount,
            type_id: 1,
          },
          field: [],
        },
        who,
      )
    ).businessId;
  const funnel = (body: Record<string, unknown> = {}, who: PersonName = 'seller') =>
    money.done<Funnel>(performanceCalls.funnel.path, { type: 'today', typeId: 1, ...body }, who);

  it('counts what was made in it and is open by stage, then what was won and lost', async () => {
    const first = await add('100');
    await add('30');
    const won = await add('7');
    await add('5', 'peer');
    const end = (businessId: number, isEnd: number) =>
      sql`update business set is_end = ${isEnd}, status_id = null where business_id = ${businessId}`.execute(money.db);
    await end(won, 1);
    const { list, ...sums } = await funnel();
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(sumOf(list.map((stage) => stage.money))).toBe('130.00');
    expect(sums).toEqual({ sumMoney: '130.00', sumYing: '7.00', sumShu: '0.00' });
    await sql`update business set create_time = now() - interval '3 days' where business_id = ${first}`.execute(
      money.db,
    );
    expect((await funnel()).sumMoney).toBe('30.00');
    // of another, and of a group that there is not
    expect((await funnel(ofPeople('peer'))).sumMoney).toBe('0.00');
    expect(await funnel({ typeId: 999_999 })).toMatchObject({ list: [], sumMoney: '0.00' });
    expect((await funnel(ofPeople('peer'), 'admin')).sumMoney).toBe('5.00');
  });

  it('is nothing for whose roles hide or mask the group of opportunities', async () => {
    await add('3');
    expect((await funnel()).list.length).toBeGreaterThan(0);
    for (const one of [fieldLevel.hidden, fieldLevel.masked]) {
      await level(opportunityType, 'type_id', one);
      expect(await funnel()).toEqual({ list: [], sumMoney: '', sumYing: '', sumShu: '' });
      expect((await funnel(ofPeople('seller'), 'admin')).list.length).toBeGreaterThan(0);
    }
    await level(opportunityType, 'type_id', fieldLevel.open);
  });
});
