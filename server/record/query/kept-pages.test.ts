import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRecords } from '#server/record/query/list.ts';
import { recordModules } from '#server/record/registry.ts';
import { countIn } from '#server/testing/approvals/count-statements.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => void (company = await openCompany()));
afterAll(() => company.close());

it('the first page of a list that was opened before writes and asks nothing beside the statement it keeps', async () => {
  const { db, services, people } = company;
  const counts: Record<string, number> = {};
  for (const who of ['admin', 'seller'] as const) {
    const actor = await services.gate.actorFor(db, people[who].userId);
    for (const { type } of recordModules()) {
      const opened = () => countIn(db, (counting) => listRecords(counting, actor, type, { page: 1, limit: 15 }));
      await opened();
      const { count } = await opened();
      if (count > 0) counts[`${type.name} of ${who}`] = count;
    }
  }
  expect(counts).toEqual({});
});
