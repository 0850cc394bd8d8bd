import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { tokenFor, openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { fixtureNumbered } from '#server/testing/fixtures/numbered.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { SequenceState } from '#shared/record/sequence/sequence-calls.ts';
import { companyTime } from '#shared/record/time.ts';

const { type } = fixtureNumbered;
let company: Company;
let imports: Imports;
/** The customer whose documents they are, unless a case has its own. */
let customerId: number;

beforeAll(async () => {
  company = await openCompany({ types: [fixtureNumbered], jobs: true });
  imports = openImports(company, customerImports);
  customerId = await newCustomer('总户');
});
afterAll(async () => {
  imports.close();
  await company.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName = 'seller'): Promise<T> =>
  asker(company)<T>(path, body, who);
const newCustomer = async (name: string): Promise<number> => {
  const saved = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', {
    entity: { customer_name: name },
    field: [],
  });
  return saved.customerId;
};
const save = (entity: Record<string, unknown> = {}, token = company.people.seller.token): Promise<Answer> => {
  const whole = 'numberedId' in entity ? entity : { title: '单据', customer_id: customerId, ...entity };
  return company.call(`${type.family}/addOrUpdate`, { entity: whole, field: [] }, { as: { token } });
};
interface Row {
  readonly numberedId: number;
  readonly num: string;
  readonly partNum: string;
}
const saved = async (entity: Record<string, unknown> = {}): Promise<Row> => {
  const answer = await save(entity);
  expect(answer.msg).toBe('');
  const { numberedId } = answer.data as Row;
  return ask<Row>(`${type.family}/queryById`, { numberedId });
};
const fieldIdOf = async (name: string): Promise<number> => {
  const fields = await ask<FormField[]>('field/list', { label: type.code }, 'admin');
  return fields.find(({ fieldName }) => fieldName === name)?.fieldId ?? 0;
};
const monthly = { pattern: 'HT-{yyyy}{MM}-{0000}', reset: 'monthly', per: '' };
const set = async (wanted: Record<string, unknown>, name = 'num'): Promise<Answer> =>
  company.call('field/setSequence', { fieldId: await fieldIdOf(name), ...wanted }, { as: company.people.admin });
const state = async (more: Record<string, unknown> = {}, name = 'num') =>
  ask<SequenceState>('field/querySequence', { fieldId: await fieldIdOf(name), ...more }, 'admin');
const month = (): string => companyTime(Date.now()).slice(0, 7).replace('-', '');
const numbered = (counter: number): string => `HT-${month()}-${String(counter).padStart(4, '0')}`;
/** Begins anew, with numbers that no other case has. */
let series = 0;
const newSeries = async (): Promise<(counter: number) => string> => {
  series += 1;
  const prefix = `甲${series}-`;
  expect((await set({ pattern: `${prefix}{000}`, reset: 'never', per: '', next: 1 })).msg).toBe('');
  return (counter) => `${prefix}${String(counter).padStart(3, '0')}`;
};

describe('numbers given on save', () => {
  it('start as the declaration says, each record with its own, and none is for two of 50 clients at once', async () => {
    const clients = ['seller', 'peer', 'subordinate', 'manager', 'admin'] as const;
    const tokens = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        tokenFor(company.db, company.people[clients[at % clients.length] ?? 'admin'].userId),
      ),
    );
    const customers = new Map<string, number>();
    for (const [at, token] of tokens.entries()) {
      const who = clients[at % clients.length] ?? 'admin';
      const entity = { customer_name: `户${at}` };
      const made = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] }, who);
      customers.set(token, made.customerId);
    }
    // whoever is turned away for having too much at work comes again
    const insist = async (token: string): Promise<Answer> => {
      for (;;) {
        const answer = await save({ customer_id: customers.get(token) }, token);
        if (answer.code !== 429 && answer.code !== 503) return answer;
      }
    };
    const answers = await Promise.all(tokens.map(insist));
    expect(answers.map(({ msg }) => msg).filter((msg) => msg !== '')).toEqual([]);
    const { rows } = await sql<{ num: string }>`select num from fixture_numbered order by num`.execute(company.db);
    expect(rows.map(({ num }) => num)).toEqual(Array.from({ length: 50 }, (_, at) => numbered(at + 1)));
  });

  it('begin again with the month, by the clock of the company', async () => {
    expect((await set(monthly)).msg).toBe('');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2031-11-30T15:59:00Z');
    expect([(await saved()).num, (await saved()).num]).toEqual(['HT-203111-0001', 'HT-203111-0002']);
    vi.setSystemTime('2031-11-30T16:01:00Z');
    expect((await saved()).num).toBe('HT-203112-0001');
    // one of another month leaves the counters where they are
    await saved({ num: 'HT-203111-0009' });
    expect((await saved()).num).toBe('HT-203112-0002');
  });

  it('count each parent for itself', async () => {
    const [one, other] = [await newCustomer('计划甲'), await newCustomer('计划乙')];
    const first = await saved({ customer_id: one });
    expect(first.partNum).toBe('计划甲-01');
    expect((await saved({ customer_id: other })).partNum).toBe('计划乙-01');
    expect((await saved({ customer_id: one })).partNum).toBe('计划甲-02');
    expect(await state({}, 'part_num')).toMatchObject({ per: 'customer_id', next: null, preview: null });
    expect(await state({ scopeId: one }, 'part_num')).toMatchObject({ next: 3, preview: '计划甲-03' });
  });

  it('count each department of owners for itself', async () => {
    expect((await set({ pattern: '{department.name}-{00}', reset: 'never', per: 'department' })).msg).toBe('');
    const num = async (who: PersonName) => {
      const answer = await save({}, company.people[who].token);
      return (await ask<Row>(`${type.family}/queryById`, { numberedId: (answer.data as Row).numberedId }, who)).num;
    };
    const customers = await ask<{ customerId: number }>(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '二部的户' }, field: [] },
      'stranger',
    );
    expect(await num('seller')).toBe('销售一部-01');
    const foreign = await save({ customer_id: customers.customerId }, company.people.stranger.token);
    const { numberedId } = foreign.data as Row;
    const row = await ask<Row>(`${type.family}/queryById`, { numberedId }, 'stranger');
    expect(row.num).toBe('销售二部-01');
    expect(await num('seller')).toBe('销售一部-02');
    const { deptId } = company.people.stranger;
    expect(await state({ scopeId: deptId })).toMatchObject({ next: 2, preview: '销售二部-02' });
  });

  it('are typed by hand as well: such a one moves the counter, and what is taken is refused or skipped', async () => {
    const of = await newSeries();
    await saved({ num: of(5) });
    expect((await saved()).num).toBe(of(6));
    expect((await save({ num: of(6) })).msg).toBe('num已存在');
    // one that does not fit is free to be anything
    await saved({ num: '旧编号' });
    const changed = await saved();
    expect(changed.num).toBe(of(7));
    await saved({ numberedId: changed.numberedId, num: of(9) });
    expect((await saved()).num).toBe(of(10));
    // the counter goes back to before some that are taken
    expect((await set({ pattern: `${of(0).slice(0, -3)}{000}`, reset: 'never', next: 4 })).msg).toBe('');
    expect([(await saved()).num, (await saved()).num, (await saved()).num]).toEqual([of(4), of(7), of(8)]);
    expect((await saved()).num).toBe(of(11));
  });

  it.each(['999999999999', '99999', '1000000000000'])(
    'are not used up by a typed %s, which is skipped',
    async (typed) => {
      const of = await newSeries();
      await saved();
      await saved({ num: of(0).replace('000', typed) });
      expect((await saved()).num).toBe(of(2));
      // as far as the pattern has digits, what is typed is meant
      await saved({ num: of(999) });
      expect((await saved()).num).toBe(of(1000));
      await saved({ num: of(1500) });
      expect((await saved()).num).toBe(of(1501));
    },
  );

  it('are never those that a cell or a form brings at the same moment', async () => {
    const of = await newSeries();
    await saved();
    const edit = (numberedId: number, value: string) =>
      company.call(
        `${type.family}/updateFieldByIds`,
        { ids: [numberedId], fieldName: 'num', value },
        { as: company.people.seller },
      );
    for (let counter = 1; counter < 30; counter += 2) {
      const { numberedId } = await saved({ num: `手写${series}-${counter}` });
      const brought = of(counter + 1);
      const [byHand, given] = await Promise.all([
        counter % 4 === 1 ? edit(numberedId, brought) : save({ numberedId, num: brought }),
        save(),
      ]);
      // whoever types may come too late; who is given a number never does
      expect([given.msg, ['', 'num已存在'].includes(byHand.msg)]).toEqual(['', true]);
      if (byHand.code !== 0) await saved();
    }
    expect((await saved()).num).toBe(of(32));
  });

  it('are not given back by deletion, undo or a failed save, and a change may not leave none', async () => {
    const of = await newSeries();
    const { numberedId, num } = await saved();
    expect(num).toBe(of(1));
    await ask(`${type.family}/deleteByIds`, { numberedIds: [numberedId] }, 'admin');
    expect((await saved()).num).toBe(of(2));
    const refused = await save({ title: '' });
    expect(refused.msg).toContain('不能为空');
    const next = await saved();
    expect(next.num).toBe(of(3));
    expect((await save({ numberedId: next.numberedId, num: '' })).msg).toBe('num不能为空');
    const body = { ids: [numberedId, next.numberedId], fieldName: 'num', value: '' };
    const many = await company.call(`${type.family}/updateFieldByIds`, body, { as: company.people.admin });
    expect(many.msg).toBe('num不能批量修改');
  });

  it('leave no duplicate when the transaction that took one is rolled back', async () => {
    const of = await newSeries();
    const fieldId = await fieldIdOf('num');
    const failing = inTransaction(company.db, async (trx) => {
      await sql`select from record_sequence where field_id = ${fieldId} for update`.execute(trx);
      await sql`insert into sequence_counter (field_id, period, scope_key, last) values (${fieldId}, '', '', 7)
        on conflict (field_id, period, scope_key) do update set last = 7`.execute(trx);
      throw new Error('rolled back');
    });
    const [, row] = await Promise.all([expect(failing).rejects.toThrow('rolled back'), saved()]);
    expect(row.num).toBe(of(1));
    expect((await saved()).num).toBe(of(2));
  });
});

describe('an import', () => {
  const importRows = async (rows: string[][], headers: string[]) => {
    const file = { name: '单据.xlsx', content: await imports.workbook(rows, { headers }) };
    const { seller } = company.people;
    const body = { repeatHandling: 2, ownerUserId: seller.userId };
    const answer = await company.call(`${type.family}/uploadExcel`, body, { as: seller, file });
    expect(answer.msg).toBe('');
    return imports.follow(answer.data, seller);
  };

  it('of 1,200 rows gets one number each, between those that are typed', async () => {
    const of = await newSeries();
    const rows = Array.from({ length: 1200 }, (_, at) => [`导入${at}`, '总户', at % 100 === 0 ? of(2000 + at) : '']);
    const report = await importRows(rows, ['title', 'customer_id', 'num']);
    expect(report).toMatchObject({ createdSize: 1200, errSize: 0 });
    const found = await sql<{ num: string; title: string }>`
      select num, title from fixture_numbered where title like '导入%'`.execute(company.db);
    expect(new Set(found.rows.map(({ num }) => num)).size).toBe(1200);
    const byTitle = new Map(found.rows.map((row) => [row.title, row.num]));
    expect([byTitle.get('导入0'), byTitle.get('导入300')]).toEqual([of(2000), of(2300)]);
    expect(Number((await saved()).num.split('-')[1])).toBeGreaterThan(3100);
  });

  it('without a column of numbers gets them all', async () => {
    const of = await newSeries();
    const rows = Array.from({ length: 1200 }, (_, at) => [`无号${at}`, '总户']);
    expect(await importRows(rows, ['title', 'customer_id'])).toMatchObject({ createdSize: 1200, errSize: 0 });
    const found = await sql<{ num: string }>`
      select num from fixture_numbered where title like '无号%' order by length(num), num`.execute(company.db);
    expect(found.rows.map(({ num }) => num)).toEqual(Array.from({ length: 1200 }, (_, at) => of(at + 1)));
  });
});

describe('the set-up of a sequence', () => {
  it('shows the next number and reserves none, as the form of a new record does', async () => {
    const of = await newSeries();
    for (const _ of [1, 2]) expect(await state()).toMatchObject({ next: 1, preview: of(1) });
    for (const _ of [1, 2]) {
      const form = await ask<FormField[]>('field/queryField', { label: type.code });
      const named = (name: string) => form.find(({ fieldName }) => fieldName === name);
      expect(named('num')).toMatchObject({
        type: 1,
        formType: 'text',
        isNull: 0,
        value: '',
        sequence: { onSave: 1, next: of(1) },
      });
      expect(named('part_num')?.sequence).toEqual({ onSave: 1, next: null });
      expect(named('title')).not.toHaveProperty('sequence');
    }
    const { numberedId, num } = await saved();
    expect(num).toBe(of(1));
    const form = await ask<FormField[]>('field/queryField', { label: type.code, id: numberedId });
    expect(form.find(({ fieldName }) => fieldName === 'num')).toMatchObject({ isNull: 1, value: of(1), sequence: {} });
  });

  it.each([
    [{ pattern: 'HT-{0000' }, '编号规则中的花括号不成对'],
    [{ pattern: 'HT-{yyyy}' }, '编号规则须有且只有一个流水号'],
    [{ pattern: 'HT-{0000}', reset: 'monthly' }, '按此周期重新编号时，编号规则须包含{yyyy}{MM}'],
    [{ pattern: '{customer_id.没有}-{00}' }, '编号规则引用的“{customer_id.没有}”不存在或不能引用'],
    [{ pattern: '{title.x}-{00}' }, '编号规则引用的“{title.x}”不存在或不能引用'],
    [{ pattern: 'HT-{00}', per: 'title' }, '不能按“title”分别编号'],
    [{ pattern: 'HT-{00}', per: 'customer_id' }, '分别编号时，编号规则须包含{customer_id.…}'],
    [
      { pattern: '{customer_id.customer_name}-{00}', per: 'customer_id', next: 4 },
      '分别编号时，请指明要设置的是哪一个',
    ],
  ])('refuses %o', async (wanted, message) => {
    const before = await state();
    const answer = await set({ reset: 'never', ...wanted });
    expect([answer.code, answer.msg]).toEqual([422, message]);
    expect(await state()).toEqual(before);
  });

  it('does not let the next number be one that a record has, be it a deleted one', async () => {
    const of = await newSeries();
    const pattern = `${of(0).slice(0, -3)}{000}`;
    const [one, two] = [await saved(), await saved()];
    await ask(`${type.family}/deleteByIds`, { numberedIds: [two.numberedId] }, 'admin');
    for (const [next, { num }] of [
      [1, one],
      [2, two],
    ] as const)
      expect((await set({ pattern, reset: 'never', next })).msg).toBe(`编号“${num}”已存在`);
    expect((await set({ pattern, reset: 'never', next: 30 })).data).toMatchObject({ next: 30, preview: of(30) });
    const { rows } = await sql<{ subject: string }>`
      select subject from audit where what = 'sequence' order by audit_id desc limit 1`.execute(company.db);
    expect(rows[0]?.subject).toBe(`crm_fixture_numbered num ${pattern} never  30`);
    expect((await saved()).num).toBe(of(30));
  });

  it('says nothing of a parent whom the one who sets it up may not read', async () => {
    const name = '不可见的客户';
    const scopeId = await newCustomer(name);
    const { hr } = company.people;
    const fieldId = await fieldIdOf('part_num');
    const menus = menuIdsBelow('manage:crm:field');
    await sql`insert into role_menu (role_id, menu_id) select 3, unnest(${menus}::int[]) on conflict do nothing`.execute(
      company.db,
    );
    await organisationChanged(company.db);
    const wanted = { fieldId, pattern: '{customer_id.customer_name}-{00}', reset: 'never', per: 'customer_id' };
    const asked = async (path: string, more: object, as = hr) =>
      (await company.call(path, { ...wanted, ...more }, { as })).body;
    const readBy = async (id: number) => asked('field/querySequence', { fieldId, scopeId: id });
    expect((await asked('field/querySequence', { scopeId }, company.people.admin))['data']).toMatchObject({
      preview: `${name}-01`,
    });
    expect(await readBy(scopeId)).toEqual(await readBy(scopeId + 100_000));
    const setBy = async (id: number) => asked('field/setSequence', { scopeId: id, next: 5 });
    expect((await setBy(scopeId))['code']).toBe(422);
    expect(await setBy(scopeId)).toEqual(await setBy(scopeId + 100_000));
    expect(await state({ scopeId }, 'part_num')).toMatchObject({ next: 1 });
  });

  it('takes the right to the field set-up, and a field that numbers', async () => {
    const fieldId = await fieldIdOf('num');
    for (const path of ['field/querySequence', 'field/setSequence', 'field/querySequenceList'])
      expect((await company.call(path, { fieldId, ...monthly }, { as: company.people.seller })).code).toBe(403);
    expect((await set(monthly, 'title')).msg).toContain('不存在');
  });

  it('numbers by a field that the designer has added, once it has a pattern', async () => {
    const fields = await ask<object[]>('field/list', { label: type.code }, 'admin');
    const data = [...fields, { name: '流水', formType: 'sequence' }];
    await ask('field/save', { label: type.code, data }, 'admin');
    const again = await ask<FormField[]>('field/list', { label: type.code }, 'admin');
    const field = again.find(({ name }) => name === '流水');
    expect(field).toMatchObject({ formType: 'text', type: 1, isUnique: 1, sequence: {} });
    await ask('field/save', { label: type.code, data: again }, 'admin');
    const fieldId = field?.fieldId;
    const state = { fieldId, pattern: '', reset: 'never', per: '', next: null, preview: null };
    expect(await ask('field/querySequence', { fieldId }, 'admin')).toEqual(state);
    expect(await saved()).toMatchObject({ 流水: '' });
    await ask('field/setSequence', { fieldId, pattern: 'L{0}', reset: 'never' }, 'admin');
    expect(await saved()).toMatchObject({ 流水: 'L1' });
    expect(await saved()).toMatchObject({ 流水: 'L2' });
  });
});
