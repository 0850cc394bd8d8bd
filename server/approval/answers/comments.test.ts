import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openApprovals, type Approvals, type Who } from '#server/approval/testing.ts';
import { isReadable } from '#server/testing/company/readable.ts';
import { approvedType as type } from '#server/testing/fixtures/approved.ts';
import type { ApprovalLogEntry } from '#shared/approval/approval-calls.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(() => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db));

const logOf = (recordId: number, who: Who) =>
  on.ask<ApprovalLogEntry[]>('examineRecord/queryExamineLogList', { recordId, all: 1 }, who);
const said = (log: readonly ApprovalLogEntry[]) =>
  log.map(({ realname, action, targets }) => [realname, action, targets.map((one) => one.realname)]);
const readBy = async (id: number, who: Who) =>
  isReadable(await on.call(`${type.family}/queryById`, { [type.idKey]: id }, who));
const filesOf = (batchId: string, who: Who) => on.call('file/queryByBatchId', { batchId }, who);

it('a comment has files and people who are mentioned: they read the document and both, others neither', async () => {
  await on.flow([[2, ['manager']]]);
  const id = await on.create();
  const approval = await on.submit(id);
  const batchId = randomUUID().replaceAll('-', '');
  const file = { name: '测算.txt', content: Buffer.from('毛利 12%') };
  const uploaded = await on.company.call('file/upload', { batchId }, { as: on.company.people.manager, file });
  expect(uploaded.msg).toBe('');
  expect(await readBy(id, 'stranger')).toBe(false);
  const remarks = '@周远 请看测算';
  const comment = { recordId: approval, remarks, userIds: [on.id('stranger')], batchId };
  await on.ask('examineRecord/comment', comment, 'manager');
  for (const who of ['seller', 'stranger'] as const) {
    const [entry] = (await logOf(approval, who)).filter(({ action }) => action === 'commented');
    expect([who, entry]).toMatchObject([who, { realname: '孙经理', remarks, batchId, actionName: '评论' }]);
    expect(entry?.targets.map(({ realname }) => realname)).toEqual(['周远']);
    const { data } = await filesOf(batchId, who);
    expect([who, (data as { name: string }[]).map(({ name }) => name)]).toEqual([who, ['测算.txt']]);
    const [{ fileId } = { fileId: 0 }] = data as { fileId: number }[];
    const answer = await on.company.call('file/downFile', { fileId }, { as: on.company.people[who] });
    expect([who, answer.raw.toString()]).toEqual([who, '毛利 12%']);
  }
  expect(await readBy(id, 'stranger')).toBe(true);
  // who was not asked reads nothing of it
  expect((await on.call('examineRecord/queryExamineLogList', { recordId: approval }, 'agent')).code).toBe(404);
  const beyond = await filesOf(batchId, 'agent');
  expect(beyond.code === 0 ? beyond.data : []).toEqual([]);
  expect((await on.call('examineRecord/comment', { ...comment, remarks: ' ' }, 'manager')).msg).toBe('请输入审批意见');
  // it decides nothing
  expect(await on.status(id)).not.toBe(1);
});

it('a step gives copies when it begins, the flow at the end: until then they read nothing', async () => {
  await on.flow(
    [
      [2, ['manager']],
      [2, ['peer'], { ccUserId: [on.id('stranger')] }],
    ],
    { ccUserId: [on.id('agent')] },
  );
  const id = await on.create();
  const approval = await on.submit(id);
  const readers = async () => [await readBy(id, 'stranger'), await readBy(id, 'agent')];
  expect(await readers()).toEqual([false, false]);
  await on.audit(approval, 'manager', 1);
  expect(await readers()).toEqual([true, false]);
  await on.audit(approval, 'peer', 1);
  expect(await readers()).toEqual([true, true]);
  expect(said(await logOf(approval, 'seller')).filter(([, action]) => action === 'copied')).toEqual([
    [expect.any(String), 'copied', ['周远']],
    [expect.any(String), 'copied', ['郑代理']],
  ]);
});

it('a document that is refused gives no copy at its end', async () => {
  await on.flow([[2, ['manager']]], { ccUserId: [on.id('agent')] });
  const id = await on.create();
  await on.audit(await on.submit(id), 'manager', 2);
  expect(await readBy(id, 'agent')).toBe(false);
});
