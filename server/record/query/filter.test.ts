import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { isWithin } from '#server/record/field-types/span.ts';
import { daysOfSpan, spans } from '#shared/text/span.ts';
import { addDays } from '#shared/text/period.ts';

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

describe('a span of days', () => {
  it('is the same in the database as in words, on any day', async () => {
    const days = ['2026-01-01', '2024-02-29', '2026-03-31', '2026-11-29', '2026-11-30', '2026-12-31'];
    const asked = days.flatMap((today) => spans.map((span) => ({ today, span })));
    const moments = days.flatMap((day) =>
      [-40, -29, -7, -6, -1, 0, 1, 2, 6, 7, 8, 30, 100].map((by) => addDays(day, by)),
    );
    for (const { today, span } of asked) {
      const { from, to } = daysOfSpan(span, today);
      const expected = moments.filter((day) => (from === null || day >= from) && (to === null || day < to));
      for (const [storage, value] of [
        ['date', sql`day::date`],
        ['timestamp', sql`(day || ' 23:59:59')::timestamptz`],
        ['text', sql`day || ' 00:00:00'`],
      ] as const) {
        const where = isWithin(value, storage, span, sql`${today}::date`) ?? sql`false`;
        const { rows } = await sql<{ day: string }>`
          select day from unnest(${moments}::text[]) with ordinality as m(day, at) where ${where} order by at`.execute(
          company.db,
        );
        expect([today, span, storage, rows.map(({ day }) => day)]).toEqual([today, span, storage, expected]);
      }
    }
  });

  it('follows the day in a list, and is refused for what has no days', async () => {
    const next = addDays(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10), 3);
    await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: '多值期限公司', next_time: `${next} 10:00:00` } });
    const names = async (value: string, fieldName = 'next_time') => {
      const data = [{ fieldName, condition: 'period', value }];
      const answer = await ask('CrmCustomer/queryPageList', { search: '多值期限', data });
      return answer.code === 0 ? (answer.data as { list: unknown[] }).list.length : answer.msg;
    };
    expect([await names('future'), await names('next7'), await names('past'), await names('today')]).toEqual([
      1, 1, 0, 0,
    ]);
    expect(await names('someday')).toContain('筛选值有误');
    expect(await names('today', '客户级别')).toContain('不支持该筛选条件');
  });
});
