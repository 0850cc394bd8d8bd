// own process: its type is registered by what it imports
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApprovals, type Approvals, type Who } from '#server/approval/testing.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(() => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db));

describe('flows', () => {
  it('say what would happen to a document of some person and amount, as then happens', async () => {
    await on.flow([[1]]);
    const conditions = [{ fieldName: 'amount', condition: 'gt', value: 1000 }];
    const large = await on.flow([[1], [4], [3, ['peer', 'stranger']]], { name: '大额', conditions });
    const trial = (who: Who, amount: string) =>
      on.ask<{
        examineId: number | null;
        tried: { holds: boolean }[];
        steps: { userList: { userId: number }[] }[];
        refusal: string;
      }>('examine/queryTrial', { categoryType: 97, userId: on.id(who), facts: { amount } });
    const small = await trial('seller', '1000');
    expect([small.examineId === large, small.tried.map(({ holds }) => holds)]).toEqual([false, [false, true]]);
    expect(small.steps.map(({ userList }) => userList.map(({ userId }) => userId))).toEqual([[on.id('manager')]]);
    const some = await trial('seller', '1000.01');
    expect([some.examineId, some.tried.map(({ holds }) => holds), some.refusal]).toEqual([large, [true, false], '']);
    const approval = await on.submit(await on.create({ amount: '1000.01' }));
    const [first] = some.steps.map(({ userList }) => userList.map(({ userId }) => userId));
    expect(first).toEqual([on.id('manager')]);
    expect(await on.asked(approval)).toEqual([on.company.people.manager.realname]);
    expect(some.steps.map(({ userList }) => userList.length)).toEqual([1, 1, 2]);
    const chosen = await on.flow([], { examineType: 2, ccUserId: [on.id('hr')] });
    expect(await trial('seller', '5')).toMatchObject({
      examineId: chosen,
      steps: [],
      copies: [{ userId: on.id('hr') }],
    });
    await sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);
    expect(await trial('seller', '5')).toEqual({ examineId: null, tried: [], steps: [], copies: [], refusal: '' });
    expect((await on.call('examine/queryTrial', { categoryType: 98, userId: on.id('seller') })).code).toBe(422);
    expect((await on.call('examine/queryTrial', { categoryType: 97, userId: on.id('seller') }, 'seller')).code).toBe(
      403,
    );
  });
});
