// own process: it registers the record types of approvals
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openApprovals, type Approvals } from '#server/approval/testing.ts';
import { handAll, takeAllBack } from '#server/modules/admin/hand-over/run.ts';
import type { WholeHandOver } from '#shared/admin/hand-over/hand-over-calls.ts';
import type { PersonName } from '#server/testing/company.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(async () => {
  await sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);
  await sql`delete from hand_over`.execute(on.company.db);
});

const idOf = (name: PersonName) => on.company.people[name].userId;
const ask = async (call: string, body: Record<string, unknown>) => {
  const answer = await on.company.call(`system/handOver/${call}`, body, { as: on.company.people.admin });
  expect(answer.msg).toBe('');
  return answer.data as WholeHandOver;
};
const plan = (from: PersonName, to: PersonName) =>
  ask('plan', { userId: idOf(from), rule: { kind: 'one', userId: idOf(to) } });
const run = async (from: PersonName, to: PersonName): Promise<WholeHandOver> => {
  const { handOverId } = await plan(from, to);
  await ask('start', { handOverId });
  await handAll(on.company.services, handOverId);
  return ask('queryById', { handOverId });
};
const undo = async ({ handOverId }: WholeHandOver): Promise<WholeHandOver> => {
  await ask('undo', { handOverId });
  await takeAllBack(on.company.services, handOverId);
  return ask('queryById', { handOverId });
};
const part = ({ parts }: WholeHandOver, holding: string) => parts.find((one) => one.holding === holding);

it('gives what waits for a decision to another person, with the places in flows, and takes both back', async () => {
  await on.flow([[2, ['peer']]]);
  const approval = await on.submit(await on.create());
  expect(await on.asked(approval)).toEqual(['李强']);
  const done = await run('peer', 'stranger');
  expect(part(done, 'approval')).toMatchObject({ done: 1, left: 0 });
  expect(part(done, 'approval_flow')).toMatchObject({ done: 1, left: 0 });
  expect(await on.asked(approval)).toEqual(['周远']);
  const next = await on.submit(await on.create());
  expect(await on.asked(next)).toEqual(['周远']);
  const undone = await undo(done);
  expect(undone.kept).toEqual([]);
  expect(await on.asked(approval)).toEqual(['李强']);
  expect(await on.audit(approval, 'peer', 1)).toBe('');
  const last = await on.submit(await on.create());
  expect(await on.asked(last)).toEqual(['李强']);
  for (const open of [next, last])
    await sql`update approval_task set state = 'closed' where approval_id = ${open}`.execute(on.company.db);
});

it('leaves a document with whom nobody may decide on it, and one that was decided on', async () => {
  await on.flow([[2, ['peer']]]);
  // its owner would decide on what is their own
  const own = await on.submit(await on.create());
  const planned = await plan('peer', 'seller');
  await ask('start', { handOverId: planned.handOverId });
  await handAll(on.company.services, planned.handOverId);
  const left = await ask('queryById', { handOverId: planned.handOverId });
  expect(part(left, 'approval')).toMatchObject({ done: 0, left: 1 });
  expect(await on.asked(own)).toEqual(['李强']);
});

it('keeps what has been decided since when it is taken back', async () => {
  await on.flow([[2, ['peer']]]);
  const approval = await on.submit(await on.create());
  const done = await run('peer', 'stranger');
  expect(await on.audit(approval, 'stranger', 1)).toBe('');
  const undone = await undo(done);
  expect(undone.kept).toHaveLength(1);
});
