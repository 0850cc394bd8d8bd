import { expect } from 'vitest';
import type { Answer, Company, Person } from '#server/testing/company.ts';

export interface WireOrder {
  readonly orderId: number;
  readonly version: number;
  readonly totalPrice: string;
  readonly discountRate: string;
  readonly product: readonly Readonly<Record<string, unknown>>[];
}

/** What tests of orders do again and again with a company; the administrator does it unless somebody else is named. */
export function openOrders(company: Company) {
  const { admin } = company.people;
  let made = 0;
  const ask = (path: string, body: Record<string, unknown>, as: Person = admin, english = false): Promise<Answer> =>
    company.call(path, body, { as, ...(english ? { headers: { 'x-language': 'en' } } : {}) });
  const save = (
    entity: Record<string, unknown>,
    rest: { product?: readonly object[]; version?: number } = {},
    as?: Person,
    english?: boolean,
  ): Promise<Answer> => ask('CrmFixtureOrder/addOrUpdate', { entity, field: [], ...rest }, as, english);
  const read = async (orderId: number, as?: Person): Promise<WireOrder> =>
    (await ask('CrmFixtureOrder/queryById', { orderId }, as)).data as WireOrder;
  /** A new order with these lines. */
  const newOrder = async (
    product: readonly object[],
    entity: Record<string, unknown> = {},
    as?: Person,
  ): Promise<WireOrder> => {
    const saved = await save({ title: `订单${(made += 1)}`, ...entity }, { product }, as);
    expect(saved.msg).toBe('');
    return read((saved.data as { orderId: number }).orderId, as);
  };
  const historyOf = async (actionId: number, as?: Person, english?: boolean): Promise<string[]> => {
    const rows = await ask('CrmRecord/queryRecordList', { types: 93, actionId, page: 1, limit: 50 }, as, english);
    return (rows.data as { content: string[] }[]).flatMap(({ content }) => content);
  };
  return { ask, save, read, newOrder, historyOf };
}
