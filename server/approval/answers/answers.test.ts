// own process: its type is registered by what it imports
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApprovals, type Approvals } from '#server/approval/testing.ts';
import type { approvalCalls, Deviation } from '#shared/approval/approval-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());

type Panel = OutputOf<typeof approvalCalls.ofDocument>;
type Difference = OutputOf<typeof approvalCalls.difference>;
const lines = [
  { product: '模具', price: '1000', salesPrice: '900', num: '1' },
  { product: '配件', price: '10', salesPrice: '10', num: '2' },
];

it('is found by its document, by those who may read it', async () => {
  await on.flow([[2, ['peer']]]);
  const id = await on.create();
  const panel = (who?: 'stranger') => on.call('examineRecord/queryByDocument', { label: 97, id }, who ?? 'seller');
  expect((await panel()).data).toBeNull();
  const approval = await on.submit(id);
  expect(((await panel()).data as Panel)?.recordId).toBe(approval);
  expect((await panel('stranger')).code).toBe(404);
  // a type whose documents are not approved, and one that is not there
  for (const label of [2, 4711]) {
    const answer = await on.call('examineRecord/queryByDocument', { label, id }, 'seller');
    expect([label, answer.code]).not.toEqual([label, 0]);
  }
});

it('shows what is sold at another price than that of the list, and values as people read them', async () => {
  await on.flow([[2, ['peer']]]);
  const id = await on.create({ kind: '甲' }, 'seller', lines);
  const approval = await on.submit(id);
  const difference = () => on.ask<Difference>('examineRecord/queryDifference', { recordId: approval }, 'peer');
  const [deviation, ...more] = (await difference()).deviations as Deviation[];
  expect(more).toEqual([]);
  expect(deviation).toMatchObject({ line: '模具', value: '900.00', expected: '1000.00', isGrave: 0 });
  await on.audit(approval, 'peer', 2);
  await on.ask('CrmFixtureApproved/addOrUpdate', { entity: { fixtureId: id, kind: '乙' }, field: [] }, 'seller');
  await on.submit(id);
  expect((await difference()).changes).toMatchObject([{ fieldName: 'kind', fromText: '甲', toText: '乙' }]);
});

it('tells a form the flow of a type by what is typed so far', async () => {
  await sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);
  await on.flow([[2, ['peer']]], { name: '默认' });
  await on.flow([[2, ['stranger']]], {
    name: '大额',
    conditions: [{ fieldName: 'amount', condition: 'gt', value: 1000 }],
  });
  const offered = async (facts: object) =>
    (await on.ask<{ name: string }>('examine/queryExaminStep', { label: 97, facts }, 'seller')).name;
  expect([await offered({ amount: '1000.00' }), await offered({ amount: '1000.01' })]).toEqual(['默认', '大额']);
  expect((await on.call('examine/queryExaminStep', {}, 'seller')).code).toBe(422);
});

it('passes many documents each by itself, and says of the others why not', async () => {
  await sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);
  const chosen = await on.create({ title: '授权' });
  await on.flow([], { examineType: 2 });
  await on.submit(chosen, 'seller', { checkUserId: on.id('peer') });
  await on.flow([[2, ['peer', 'stranger']]]);
  const ids = [await on.create(), await on.create(), await on.create()];
  const approvals = [];
  for (const id of ids) approvals.push(await on.submit(id));
  await on.audit(approvals[1] ?? 0, 'stranger', 2);
  const asked = { label: 97, ids: [...ids, chosen, 999_999], remarks: '同意' };
  const answer = await on.ask<{ count: number; failed: { id: number; msg: string }[] }>(
    'examineRecord/passDocuments',
    asked,
    'peer',
  );
  expect(answer.count).toBe(2);
  const reasons = new Map(answer.failed.map(({ id, msg }) => [id, msg]));
  expect([...reasons.keys()].toSorted((one, other) => one - other)).toEqual([ids[1], chosen, 999_999].toSorted());
  expect(reasons.get(chosen)).toBe('该单据需要选择下一审批人，请单独处理');
  expect(reasons.get(ids[1] ?? 0)).toMatch(/该审批已被处理.*拒绝/);
  expect(await Promise.all(ids.map(on.status))).toEqual([1, 2, 1]);
  // nobody passes what is not theirs to decide
  // a single one is refused like any decision on it
  const other = await on.call('examineRecord/passDocuments', { label: 97, ids: [ids[0] ?? 0] }, 'stranger');
  expect([other.code, other.msg]).toEqual([409, expect.stringMatching(/该审批已被处理.*通过/)]);
});
