import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remindOverdue } from '#server/approval/sweep.ts';
import { openApprovals, type Approvals } from '#server/approval/testing.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { approvedType, passedKind } from '#server/testing/fixtures/approved.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { numbered } from './general-types.ts';
import { registerMessages } from './message-type.ts';
import { bellsOf } from './testing.ts';

let on: Approvals;
let bell: ReturnType<typeof bellsOf>;
beforeAll(async () => {
  on = await openApprovals();
  bell = bellsOf(on.company);
  // all that a type does whose messages have numbers of their own
  registerMessages(numbered(approvedType, { 'approval.rejected': 910, 'approval.passed': 911, 'approval.asked': 926 }));
});
afterAll(() => on.company.close());
beforeEach(async () => {
  await sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);
  await bell.none();
});

const noun = approvedType.name;
const asked = (title: string) => `王芳提交的${noun}「${title}」等待您审批`;

describe('a document in approval', () => {
  it('asks its approvers, and tells its author alone how it ended, by the numbers of its type', async () => {
    await on.flow([[1], [2, ['peer']]]);
    const id = await on.create({ title: '采购' });
    const approval = await on.submit(id);
    expect(await bell.unread('manager')).toEqual([asked('采购')]);
    expect(await on.audit(approval, 'manager', 1, { remarks: '可以' })).toBe('');
    const [first] = await bell.list('manager');
    expect(first).toMatchObject({ settled: '您已处理', isRead: 1, type: 926, label: 3, typeId: id, typesName: '采购' });
    // what the former approver has said stands in the document
    expect((await bell.list('peer')).map(({ title, content }) => [title, content])).toEqual([[asked('采购'), '']]);
    expect(await bell.unread('seller')).toEqual([]);
    expect(await on.audit(approval, 'peer', 2, { remarks: '价格太低' })).toBe('');
    expect((await bell.list('seller')).map(({ title, content, type }) => [title, content, type])).toEqual([
      [`李强拒绝了您提交的${noun}「采购」`, '价格太低', 910],
    ]);
    await on.submit(id);
    for (const who of ['manager', 'peer'] as const) await on.audit(approval, who, 1);
    expect((await bell.list('seller'))[0]).toMatchObject({
      title: `您提交的${noun}「采购」已审批通过`,
      type: 911,
      content: '意见',
    });
    // nobody is told of what they did themselves
    expect((await bell.list('peer')).map(({ title }) => title)).toEqual([asked('采购'), asked('采购')]);
  });

  it('that the system passes tells nobody', async () => {
    await on.submit(await on.create({ kind: passedKind }));
    for (const who of ['seller', 'manager', 'admin'] as const) expect(await bell.list(who)).toEqual([]);
  });

  it('says who has decided, of several who could, and counts no more for the others', async () => {
    await on.flow([[2, ['manager', 'peer', 'stranger']]]);
    const approval = await on.submit(await on.create());
    expect(await bell.counts('peer')).toMatchObject({ allCount: 1, examineCount: 1, crmCount: 0 });
    await on.audit(approval, 'stranger', 1);
    for (const who of ['manager', 'peer'] as const)
      expect((await bell.list(who)).map(({ settled, isRead }) => [settled, isRead])).toEqual([['已由周远处理', 1]]);
    expect((await bell.list('peer', {}, true))[0]).toMatchObject({ settled: 'Handled by 周远' });
    expect(await bell.counts('peer')).toMatchObject({ allCount: 0, examineCount: 0 });
  });

  it('taken back tells those who were asked, and its author when an administrator did it', async () => {
    await on.flow([[3, ['manager', 'peer']]]);
    const id = await on.create();
    const approval = await on.submit(id);
    await on.audit(approval, 'peer', 1);
    await on.withdraw(id, 'seller');
    expect(await bell.unread('manager')).toEqual([`王芳撤回了${noun}「单据」，无需再审批`]);
    expect((await bell.list('manager')).map(({ settled }) => settled)).toEqual(['', '已由王芳撤回']);
    expect(await bell.unread('peer')).toEqual([]);
    await on.submit(id);
    await on.withdraw(id, 'admin');
    expect((await bell.unread('seller'))[0]).toMatch(/撤回了您提交的/);
  });

  it('returned, transferred, with people added, urged, commented and copied says each to whom it concerns', async () => {
    await on.flow([
      [2, ['manager']],
      [2, ['peer']],
    ]);
    const approval = await on.submit(await on.create());
    await on.ask('examineRecord/urge', { recordId: approval }, 'seller');
    expect((await bell.unread('manager'))[0]).toBe(`王芳催您审批${noun}「单据」`);
    await on.ask('examineRecord/transferExamine', { recordId: approval, userId: on.id('stranger') }, 'manager');
    expect(await bell.unread('stranger')).toEqual([`孙经理把${noun}「单据」转交给您审批`]);
    expect(await bell.unread('manager')).toEqual([]);
    const added = { recordId: approval, userIds: [on.id('subordinate')], place: 'before' };
    await on.ask('examineRecord/addSigners', added, 'stranger');
    expect(await bell.unread('subordinate')).toEqual([`周远请您一起审批${noun}「单据」`]);
    const said = { recordId: approval, remarks: '请看附件', userIds: [on.id('manager'), on.id('seller')] };
    await on.ask('examineRecord/comment', said, 'subordinate');
    expect(await bell.unread('manager')).toEqual([expect.stringContaining('的审批中提到了您')]);
    // mentioned and author: one message
    expect((await bell.list('seller')).map(({ title, content }) => [title, content])).toEqual([
      [expect.stringContaining('的审批中提到了您'), '请看附件'],
    ]);
    await on.ask('examineRecord/copyTo', { recordId: approval, userIds: [on.id('admin')] }, 'seller');
    expect((await bell.unread('admin'))[0]).toBe(`王芳把${noun}「单据」抄送给您`);
    await bell.none();
    await on.audit(approval, 'subordinate', 1);
    await on.ask('examineRecord/returnExamine', { recordId: approval, remarks: '缺附件' }, 'stranger');
    expect((await bell.list('seller')).map(({ title, content }) => [title, content])).toEqual([
      [`周远退回了您提交的${noun}「单据」`, '缺附件'],
    ]);
  });

  it('past its time limit reminds once, however often that is looked for', async () => {
    await on.flow([[2, ['manager'], { hours: 1 }]]);
    const approval = await on.submit(await on.create());
    await sql`update approval_task set due_at = now() - interval '1 hour' where approval_id = ${approval}`.execute(
      on.company.db,
    );
    for (let times = 0; times < 2; times += 1) {
      await sql`update approval_task set reminded_at = null where approval_id = ${approval}`.execute(on.company.db);
      await inTransaction(on.company.db, (trx) => remindOverdue(trx));
    }
    expect(await bell.unread('manager')).toEqual([
      `王芳提交的${noun}「单据」已超过审批时限，请尽快处理`,
      asked('单据'),
    ]);
  });

  it('is named as long as the reader may read it, and so is what was said of it (security A8)', async () => {
    await on.flow([[2, ['manager']]]);
    const id = await on.create({ title: '机密单据' });
    const approval = await on.submit(id);
    await on.audit(approval, 'manager', 2, { remarks: '机密原因' });
    const salesRole = 11;
    await withoutRight(on.company, salesRole, approvedType, 'read', async () => {
      expect(JSON.stringify(await bell.page('seller'))).not.toMatch(/机密/);
      expect((await bell.list('seller'))[0]).toMatchObject({ types: '', typeId: 0, link: '', isRead: 0 });
    });
    expect((await bell.list('seller'))[0]).toMatchObject({ typesName: '机密单据', content: '机密原因' });
  });
});
