import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Readonly<Record<string, unknown>>) =>
  company.call(path, body, { as: company.people.seller });
const listed = async (condition: string, value: unknown): Promise<string[]> => {
  const data = [{ fieldName: '客户级别', condition, value }];
  const answer = await ask('CrmCustomer/queryPageList', { search: '多值', data, limit: 100 });
  if (answer.code !== 0) throw new Error(answer.msg);
  return (answer.data as { list: { customerName: string }[] }).list.map(({ customerName }) => customerName).toSorted();
};

describe('a condition with several values', () => {
  beforeAll(async () => {
    const levels = ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）', ''];
    for (const [at, level] of levels.entries()) {
      const entity = { customer_name: `多值${at}公司` };
      const saved = await ask('CrmCustomer/addOrUpdate', {
        entity,
        field: level ? [{ fieldName: '客户级别', value: level }] : [],
      });
      expect(saved.msg).toBe('');
    }
  });

  it('is one of them, or none of them, which holds for an empty one too', async () => {
    const both = ['A（重点客户）', 'B（普通客户）'];
    expect(await listed('is', both)).toEqual(['多值0公司', '多值1公司']);
    expect(await listed('isNot', both)).toEqual(['多值2公司', '多值3公司']);
    expect(await listed('is', ['A（重点客户）'])).toEqual(['多值0公司']);
    expect(await listed('isNot', 'A（重点客户）')).toEqual(['多值1公司', '多值2公司', '多值3公司']);
  });

  it('takes no more of them than a list of values, and no odd ones', async () => {
    await expect(
      listed(
        'isNot',
        Array.from({ length: 5000 }, (_, at) => String(at)),
      ),
    ).rejects.toThrow('客户级别');
    await expect(listed('is', [{}, []])).rejects.toThrow('客户级别');
  });
});
