import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApprovals, type Approvals } from './testing.ts';
import { failingRemark, passedKind } from '#server/testing/fixtures/approved.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());

/** Removes every flow, so that each test says which there are. */
const noFlows = () => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db);

describe('a document', () => {
  beforeEach(noFlows);

  it('is refused without a flow, and where nobody could approve it', async () => {
    const id = await on.create();
    expect(await on.tried(on.submit(id))).toBe('没有启动的审核步骤，不能添加！');
    await on.flow([[1]]);
    const own = await on.create({}, 'admin');
    expect(await on.tried(on.submit(own, 'admin'))).toContain('没有可以审批的人');
    expect([await on.status(own), await on.status(id)]).toEqual([5, 5]);
  });

  it('goes from step to step to its end, with its effect, and is changed again only once it is rejected', async () => {
    await on.flow([[1], [3, ['peer', 'stranger']]]);
    const id = await on.create();
    const approval = await on.submit(id);
    expect([await on.status(id), await on.asked(approval)]).toEqual([0, ['孙经理']]);
    expect(await on.tried(on.submit(id))).toContain('该审批已被处理');
    expect(await on.audit(approval, 'manager', 1)).toBe('');
    expect([await on.status(id), await on.asked(approval)]).toEqual([3, ['李强', '周远']]);
    expect(await on.audit(approval, 'peer', 2)).toBe('');
    expect([await on.status(id), await on.asked(approval)]).toEqual([2, []]);
    expect(await on.audit(approval, 'stranger', 1)).toMatch(/^该审批已被处理：李强，\d{4}.*，拒绝$/);
    expect(await on.submit(id)).toBe(approval);
    for (const who of ['manager', 'stranger', 'peer'] as const) expect(await on.audit(approval, who, 1)).toBe('');
    expect([await on.status(id), await on.effects(id)]).toEqual([1, 1]);
    expect((await on.actions(approval)).join(' ')).toBe('submitted passed rejected submitted passed passed passed');
  });

  it('is taken back by its submitter while it runs, with a reason', async () => {
    await on.flow([[1]]);
    const id = await on.create();
    const approval = await on.submit(id);
    expect(await on.audit(approval, 'seller', 4, { remarks: '' })).toBe('请输入审批意见');
    expect(await on.audit(approval, 'manager', 4)).toBe('只有提交人或管理员可以进行此操作');
    await on.withdraw(id, 'seller');
    expect(await on.status(id)).toBe(4);
    expect(await on.audit(approval, 'manager', 1)).toMatch(/^该审批已被处理：王芳，.*，撤回$/);
    await on.submit(id);
    expect(await on.audit(approval, 'manager', 1)).toBe('');
    expect(await on.audit(approval, 'seller', 4)).toBe('该fixture.document已审核通过，不能撤回！');
  });

  it('takes the flow of its conditions, and stays on it when that is edited or deleted', async () => {
    await on.flow([[1]]);
    const over = [{ fieldName: 'amount', condition: 'gt', value: '1000' }];
    const special = await on.flow(
      [
        [2, ['peer']],
        [2, ['stranger']],
      ],
      { conditions: over },
    );
    const small = await on.create();
    const big = await on.create({}, 'seller', [{ product: '甲', price: '600.05', num: 2 }]);
    expect(await on.asked(await on.submit(small))).toEqual(['孙经理']);
    const approval = await on.submit(big);
    expect(await on.asked(approval)).toEqual(['李强']);
    await on.ask('examine/updateStatus', { examineId: special });
    expect(await on.audit(approval, 'peer', 1)).toBe('');
    expect(await on.asked(approval)).toEqual(['周远']);
  });

  it('goes to whoever is chosen, from one to the next', async () => {
    await on.flow([], { examineType: 2 });
    const id = await on.create();
    expect(await on.tried(on.submit(id))).toBe('审批人不能为空');
    expect(await on.tried(on.submit(id, 'seller', { checkUserId: on.id('hr') }))).toContain(
      '吴人事已停用或没有查看权限',
    );
    expect(await on.tried(on.submit(id, 'seller', { checkUserId: on.id('seller') }))).toContain('不能作为审批人');
    await on.draft(id, 'seller', { checkUserId: on.id('peer') });
    const approval = await on.submit(id);
    expect(await on.asked(approval)).toEqual(['李强']);
    expect(await on.audit(approval, 'peer', 1, { nextUserId: on.id('manager') })).toBe('');
    expect([await on.status(id), await on.asked(approval)]).toEqual([3, ['孙经理']]);
    expect(await on.audit(approval, 'manager', 1)).toBe('');
    expect(await on.status(id)).toBe(1);
  });

  it('is passed by the system, marked as such, where its type says so', async () => {
    const id = await on.create({ kind: passedKind });
    const approval = await on.submit(id);
    expect([await on.status(id), await on.effects(id)]).toEqual([1, 1]);
    expect(await on.actions(approval)).toEqual(['submitted', 'passed_by_system']);
    const [log] = await on.ask<Record<string, unknown>[]>(
      'examineRecord/queryExamineLogList',
      { recordId: approval },
      'seller',
    );
    expect(log).toMatchObject({ realname: '系统', userId: null, examineStatus: 1, remarks: '系统自动通过' });
    const old = await on.create();
    await on.systemPass(old, 'admin');
    expect(await on.status(old)).toBe(1);
  });

  it('is discarded once it has passed, and then stays so', async () => {
    await on.flow([[1]]);
    const id = await on.create();
    const approval = await on.submit(id);
    expect(await on.tried(on.discard(id, 'seller'))).toContain('单据');
    await on.audit(approval, 'manager', 1);
    await on.discard(id, 'seller');
    expect(await on.status(id)).toBe(6);
    expect(await on.tried(on.submit(id))).toContain('已审核通过');
  });

  it('stays as it was when the effect of a decision fails', async () => {
    await on.flow([[1]]);
    const id = await on.create({ remark: failingRemark });
    const approval = await on.submit(id);
    const before = await on.actions(approval);
    expect((await on.call('examineRecord/auditExamine', { recordId: approval, status: 1 }, 'manager')).code).toBe(500);
    expect([await on.status(id), await on.effects(id), await on.actions(approval)]).toEqual([0, 0, before]);
    expect(await on.asked(approval)).toEqual(['孙经理']);
  });
});

describe('people added, handed and sent back', () => {
  let approval: number;
  let id: number;
  const act = async (path: string, body: Record<string, unknown>, who: Parameters<typeof on.call>[2]) =>
    (await on.call(`examineRecord/${path}`, { recordId: approval, remarks: '说明', ...body }, who)).msg;
  beforeEach(async () => {
    await noFlows();
    await on.flow([[1], [2, ['peer']]]);
    id = await on.create();
    approval = await on.submit(id);
  });

  it('are asked before, behind and beside', async () => {
    const add = (who: 'manager' | 'stranger', userIds: readonly number[], place: string) =>
      act('addSigners', { userIds: userIds.join(), place }, who);
    expect(await add('manager', [on.id('seller')], 'before')).toContain('王芳是该单据的提交人或负责人');
    expect(await add('manager', [on.id('stranger')], 'before')).toBe('');
    expect(await on.asked(approval)).toEqual(['周远']);
    expect(await add('stranger', [on.id('subordinate')], 'beside')).toBe('');
    expect(await on.asked(approval)).toEqual(['周远', '赵新']);
    expect(await on.audit(approval, 'stranger', 1)).toBe('');
    expect(await on.audit(approval, 'subordinate', 1)).toBe('');
    expect(await on.asked(approval)).toEqual(['孙经理']);
    expect(await add('manager', [on.id('admin')], 'after')).toBe('');
    expect(await on.audit(approval, 'manager', 1)).toBe('');
    expect(await on.asked(approval)).toEqual(['admin']);
  });

  it('decide in place of others, and send back', async () => {
    expect(await act('transferExamine', { userId: on.id('stranger') }, 'manager')).toBe('');
    expect(await on.audit(approval, 'manager', 1)).toMatch(/^该审批已被处理：孙经理，.*，转交$/);
    expect(await on.audit(approval, 'stranger', 1)).toBe('');
    expect(await act('returnExamine', { stepId: 2 }, 'peer')).toBe('只能退回到之前已通过的步骤');
    expect(await act('returnExamine', { stepId: 1, afterwards: 'continue' }, 'peer')).toBe('');
    expect(await on.asked(approval)).toEqual(['孙经理']);
    expect(await on.audit(approval, 'manager', 1)).toBe('');
    expect(await on.asked(approval)).toEqual(['李强']);
    expect(await act('returnExamine', { afterwards: 'continue' }, 'peer')).toBe('');
    expect(await on.status(id)).toBe(2);
    await on.submit(id);
    expect(await on.asked(approval)).toEqual(['李强']);
    expect(await on.audit(approval, 'peer', 1)).toBe('');
    expect(await on.status(id)).toBe(1);
  });

  it('are reminded once an hour, by the submitter', async () => {
    expect(await act('urge', {}, 'manager')).toBe('只有提交人或管理员可以进行此操作');
    expect(await act('urge', {}, 'seller')).toBe('');
    expect(await act('urge', {}, 'seller')).toContain('一小时内只能催办一次');
  });
});
