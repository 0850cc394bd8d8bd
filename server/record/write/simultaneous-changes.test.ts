import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { camelCase } from '#shared/record/field.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

describe('two people change one record (security C10)', () => {
  const fixed = ['telephone', 'website', 'remark', 'receipt_title', 'receipt_identifier'] as const;
  const custom = {
    客户来源: ['促销', '广告', '转介绍'],
    客户行业: ['IT', '金融业', '房地产'],
    客户级别: ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'],
  };
  const names = [...fixed, ...Object.keys(custom)];

  it('and never silently overwrite each other, whatever fields they change', async () => {
    const { seller, manager } = company.people;
    const pick = dice(20_261_121);
    const outcome = { merged: 0, conflicts: 0 };
    const changes = () =>
      new Map(
        names
          .filter(() => pick(3) === 0)
          .map((name) => {
            const options = custom[name as keyof typeof custom] ?? ['甲', '乙', '丙'];
            return [name, options[pick(options.length)] ?? ''] as const;
          }),
      );
    const save = (person: Person, id: number, version: number | undefined, values: Map<string, string>) =>
      company.call(
        'CrmCustomer/addOrUpdate',
        {
          entity: { customerId: id, ...Object.fromEntries([...values].filter(([name]) => !(name in custom))) },
          field: [...values].filter(([name]) => name in custom).map(([fieldName, value]) => ({ fieldName, value })),
          ...(version === undefined ? {} : { version }),
        },
        { as: person },
      );
    const read = async (id: number): Promise<Record<string, unknown>> => {
      const row = (await company.call('CrmCustomer/queryById', { customerId: id }, { as: seller })).data as Record<
        string,
        unknown
      >;
      return Object.fromEntries([...names.map((name) => [name, row[camelCase(name)]]), ['version', row['version']]]);
    };
    const made = await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '两人同改' }, field: [] },
      { as: seller },
    );
    const id = (made.data as { customerId: number }).customerId;
    for (let round = 0; round < repetitions(1000); round += 1) {
      const start = await read(id);
      const version = start['version'] as number;
      const [first, second] = [changes(), changes()];
      expect((await save(seller, id, version, first)).code).toBe(0);
      const afterFirst = { ...start, ...Object.fromEntries(first) };
      // the same change by both is no conflict
      const really = [...first].filter(([name, value]) => start[name] !== value).map(([name]) => name);
      const clash = [...second].filter(([name, value]) => really.includes(name) && afterFirst[name] !== value);
      const answer = await save(manager, id, version, second);
      const end = await read(id);
      const shown = { round, first: [...first], second: [...second] };
      if (clash.length > 0) {
        const detail = answer.body['detail'] as { fieldName: string; value: string; editor: string };
        expect({ ...shown, code: answer.code, named: clash.some(([name]) => name === detail?.fieldName) }).toEqual({
          ...shown,
          code: 409,
          named: true,
        });
        expect(detail).toMatchObject({ value: first.get(detail.fieldName), editor: seller.realname });
        expect({ ...end, version: 0 }).toEqual({ ...afterFirst, version: 0 });
        outcome.conflicts += 1;
      } else {
        expect({ ...shown, code: answer.code }).toEqual({ ...shown, code: 0 });
        expect({ ...end, version: 0 }).toEqual({ ...afterFirst, ...Object.fromEntries(second), version: 0 });
        outcome.merged += 1;
      }
    }
    expect(outcome.merged).toBeGreaterThan(10);
    expect(outcome.conflicts).toBeGreaterThan(10);
    // a client without versions writes what it sent and nothing else
    const before = await read(id);
    expect((await save(seller, id, undefined, new Map([['remark', '旧客户端']]))).code).toBe(0);
    expect({ ...(await read(id)), version: 0 }).toEqual({ ...before, remark: '旧客户端', version: 0 });
  });
});
