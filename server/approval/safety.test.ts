import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decideAll } from './decisions/decide-all.ts';
import { sweepApprovals } from './job.ts';
import { submit } from './submit.ts';
import { openApprovals, type Approvals, type Who } from './testing.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { countStatements } from '#server/testing/approvals/count-statements.ts';
import { isReadable } from '#server/testing/company/readable.ts';
import { approvedType as type } from '#server/testing/fixtures/approved.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { repetitions } from '#server/testing/repetitions.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(() => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db));

const owns = (recordId: number, who: Who) =>
  sql`update fixture_approved set owner_user_id = ${on.id(who)} where fixture_id = ${recordId}`.execute(on.company.db);
const running = async (who: Who = 'seller'): Promise<{ id: number; approval: number }> => {
  const id = await on.create({}, who);
  return { id, approval: await on.submit(id, who) };
};
const decisions = async (approval: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from approval_log
    where approval_id = ${approval} and action in ('passed', 'rejected', 'withdrawn')`.execute(on.company.db);
  return rows[0]?.n ?? 0;
};
const isLate = (message: string) => message.startsWith('该审批已被处理');

describe('at once', () => {
  it('the first of an any-one step decides, and the others read who was faster (security C2)', async () => {
    await on.flow([[2, ['manager', 'peer', 'stranger']]]);
    for (let round = 0; round < repetitions(50); round += 1) {
      const { id, approval } = await running();
      const answers = await Promise.all([
        on.audit(approval, 'manager', 1),
        on.audit(approval, 'peer', round % 2 === 0 ? 1 : 2),
        on.audit(approval, 'stranger', 2),
      ]);
      expect(answers.filter((message) => message === '')).toHaveLength(1);
      expect(answers.filter(isLate)).toHaveLength(2);
      expect(await decisions(approval)).toBe(1);
      expect([1, 2]).toContain(await on.status(id));
      expect(await on.effects(id)).toBe((await on.status(id)) === 1 ? 1 : 0);
    }
  });

  it('all of an all-of step count, and the next step begins once (security C3)', async () => {
    await on.flow([
      [3, ['manager', 'peer', 'stranger']],
      [2, ['admin']],
    ]);
    for (let round = 0; round < repetitions(50); round += 1) {
      const { approval } = await running();
      const answers = await Promise.all(
        (['manager', 'peer', 'stranger'] as const).map((who) => on.audit(approval, who, 1)),
      );
      expect(answers).toEqual(['', '', '']);
      expect(await on.asked(approval)).toEqual(['admin']);
    }
  });

  it('of a pass, a withdrawal and a double press one wins (security C4)', async () => {
    await on.flow([[2, ['manager']]]);
    for (let round = 0; round < repetitions(50); round += 1) {
      const { id, approval } = await running();
      const answers = await Promise.all([
        on.audit(approval, 'manager', 1),
        on.audit(approval, 'seller', 4),
        on.audit(approval, 'manager', 1),
      ]);
      expect(answers.filter((message) => message === '')).toHaveLength(1);
      expect(await decisions(approval)).toBe(1);
      expect([1, 4]).toContain(await on.status(id));
    }
  });

  it('of two submissions one counts, and an edit of what is under way is refused', async () => {
    await on.flow([[2, ['manager']]]);
    const id = await on.create();
    const answers = await Promise.all([on.tried(on.submit(id)), on.tried(on.submit(id))]);
    expect(answers.filter((message) => message === '')).toHaveLength(1);
    const entity = { fixtureId: id, title: '改过' };
    expect((await on.call(`${type.family}/addOrUpdate`, { entity, field: [] }, 'seller')).msg).toContain('待审核');
    const deletion = await on.call(`${type.family}/deleteByIds`, { fixtureIds: [id] }, 'seller');
    expect(deletion.msg).toContain('正在审核中，不能删除');
  });

  it('whoever has seen an older state is told what changed', async () => {
    await on.flow([[2, ['manager', 'peer']]]);
    const { approval } = await running();
    const seen = await on.ask<{ version: number }>(
      'examineRecord/queryExamineRecordList',
      { recordId: approval },
      'manager',
    );
    const add = { recordId: approval, userIds: String(on.id('stranger')), place: 'beside' };
    await on.ask('examineRecord/addSigners', add, 'peer');
    expect(await on.audit(approval, 'manager', 1, { version: seen.version })).toMatch(
      /^审批在您打开之后已有变化：李强，.*，加签$/,
    );
    expect(await on.audit(approval, 'manager', 1, { version: seen.version + 1 })).toBe('');
  });
});

describe('nobody decides on their own document', () => {
  it('by coming to own it meanwhile, nor by standing in for an approver', async () => {
    await on.flow([[3, ['peer', 'manager']]]);
    const { id, approval } = await running();
    await owns(id, 'peer');
    expect(await on.audit(approval, 'peer', 1)).toBe('不能审批自己提交的单据');
    await on.ask(
      'examine/saveStandIn',
      { substituteId: on.id('seller'), startTime: '2020-01-01', endTime: '2099-01-01' },
      'manager',
    );
    const next = await running();
    expect(await on.asked(next.approval)).toEqual(['李强', '孙经理']);
    const [own] = await on.ask<{ standInId: number }[]>('examine/queryStandInList', {}, 'seller');
    expect((await on.call('examine/deleteStandIn', { standInId: own?.standInId }, 'seller')).code).toBe(404);
    await on.ask('examine/deleteStandIn', { standInId: own?.standInId }, 'manager');
  });

  it('by the database', async () => {
    await on.flow([[2, ['manager']]]);
    const { id, approval } = await running();
    const { db } = on.company;
    const task = (userId: number) =>
      sql`
      insert into approval_task (approval_id, round, key, place, step_key, type_code, record_id, author_id, user_id, state)
      values (${approval}, 1, 9, 9, 1, 97, ${id}, ${on.id('seller')}, ${userId}, 'pending')`.execute(db);
    await expect(task(on.id('seller'))).rejects.toThrow('approval_task_not_own');
    const decision = (userId: number, key: number) =>
      sql`
      insert into approval_log (approval_id, round, action, user_id, task_key)
      values (${approval}, 1, 'passed', ${userId}, ${key})`.execute(db);
    await expect(decision(on.id('peer'), 1)).rejects.toThrow('foreign key');
    await on.audit(approval, 'manager', 1);
    await expect(decision(on.id('manager'), 1)).rejects.toThrow('approval_log_decision');
    await expect(
      sql`update approval_task set state = 'pending' where approval_id = ${approval}`.execute(db),
    ).rejects.toThrow('decided once');
    for (const change of [sql`update approval_log set remarks = ''`, sql`delete from approval_log`])
      await expect(change.execute(db)).rejects.toThrow('permission denied');
    await expect(sql`update approval_flow set name = 'x' where status = 1`.execute(db)).rejects.toThrow(
      'does not change',
    );
  });
});

describe('whoever has to decide', () => {
  const readBy = async (id: number, who: Who) =>
    isReadable(await on.call(`${type.family}/queryById`, { fixtureId: id }, who));
  const history = async (id: number, who: Who) =>
    (await on.call('CrmRecord/queryRecordList', { actionId: id, types: '97' }, who)).code;

  it('reads the document and nothing else, before and afterwards, and changes nothing', async () => {
    await on.flow([[6, ['stranger', 'peer']]]);
    const other = await on.create();
    const { id, approval } = await running();
    const panel = (who: Who) => on.call('examineRecord/queryExamineRecordList', { recordId: approval }, who);
    expect([await readBy(id, 'stranger'), await readBy(other, 'stranger')]).toEqual([true, false]);
    expect([await history(id, 'stranger'), await history(other, 'stranger')]).toEqual([0, 404]);
    // not asked yet
    expect([await readBy(id, 'peer'), (await panel('peer')).code, await on.audit(approval, 'peer', 1)]).toEqual([
      false,
      404,
      '数据不存在或没有权限',
    ]);
    const { list } = await on.ask<{ list: unknown[] }>(`${type.family}/queryPageList`, {}, 'stranger');
    expect(list).toEqual([]);
    expect(
      (await on.call(`${type.family}/addOrUpdate`, { entity: { fixtureId: id, remark: '改' }, field: [] }, 'stranger'))
        .code,
    ).toBe(404);
    expect((await on.call(`${type.family}/deleteByIds`, { fixtureIds: [id] }, 'stranger')).code).toBe(404);
    expect(await on.audit(approval, 'stranger', 1)).toBe('');
    expect([await readBy(id, 'stranger'), (await panel('stranger')).code]).toEqual([true, 0]);
    expect(await on.audit(approval, 'stranger', 1)).toMatch(/^该审批已被处理：周远/);
  });

  it('does so no more without the right to read, and their tasks go to their superior', async () => {
    await on.flow([[2, ['stranger']]]);
    const { id, approval } = await running();
    await withoutRight(on.company, 11, type, 'read', async () => {
      expect(await readBy(id, 'stranger')).toBe(false);
      expect((await on.call('examineRecord/auditExamine', { recordId: approval, status: 1 }, 'stranger')).code).toBe(
        404,
      );
      const { list } = await on.ask<{ list: unknown[] }>('examineRecord/queryWaitingList', {}, 'stranger');
      expect(list).toEqual([]);
    });
    expect(await on.audit(approval, 'stranger', 1)).toBe('');
  });

  it('includes those who got a copy or are mentioned, if they may read such documents', async () => {
    await on.flow([[2, ['manager']]]);
    const { id, approval } = await running();
    const copy = (who: Who, to: Who) =>
      on.call('examineRecord/copyTo', { recordId: approval, userIds: String(on.id(to)) }, who);
    expect((await copy('stranger', 'stranger')).code).toBe(404);
    expect((await copy('seller', 'hr')).msg).toContain('吴人事');
    expect((await copy('seller', 'stranger')).code).toBe(0);
    expect(await readBy(id, 'stranger')).toBe(true);
    const mention = { recordId: approval, remarks: '请看', userIds: String(on.id('agent')) };
    expect([(await on.call('examineRecord/comment', mention, 'stranger')).code, await readBy(id, 'agent')]).toEqual([
      0,
      false,
    ]);
    expect([(await on.call('examineRecord/comment', mention, 'manager')).code, await readBy(id, 'agent')]).toEqual([
      0,
      true,
    ]);
    expect(await on.audit(approval, 'stranger', 1)).toBe('当前用户没有审批权限！');
  });
});

describe('the number of statements', () => {
  it('of a decision is at most ten, and does not grow with the documents', async () => {
    await on.flow([
      [2, ['manager']],
      [2, ['peer']],
    ]);
    const all = [await running(), await running(), await running(), await running(), await running()];
    const by = (who: Who, kind: 'pass' | 'reject', ids: readonly number[]) =>
      countStatements(on.company, who, (db, actor) =>
        decideAll(
          db,
          actor,
          ids.map((approvalId) => ({ approvalId, decision: { kind }, remarks: '意见' })),
        ),
      );
    const [first, second, ...others] = all.map(({ approval }) => approval);
    if (first === undefined || second === undefined) throw new Error('too few documents');
    await by('manager', 'pass', [first]);
    const counts = {
      passed: await by('manager', 'pass', [second]),
      ended: await by('peer', 'pass', [first]),
      rejected: await by('peer', 'reject', [second]),
      many: await by('manager', 'pass', others),
    };
    for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(10);
    expect(counts.many).toBe(counts.passed);
    const id = await on.create();
    expect(await countStatements(on.company, 'seller', (db, actor) => submit(db, actor, type, id))).toBeLessThanOrEqual(
      16,
    );
  });
});

describe('a change of the staff', () => {
  it('moves what waits for somebody who has left to the superior', async () => {
    await on.flow([[2, ['subordinate']]]);
    const { approval } = await running('peer');
    const enable = async (status: number) => {
      await sql`update app_user set status = ${status} where user_id = ${on.id('subordinate')}`.execute(on.company.db);
      await organisationChanged(on.company.db);
    };
    await enable(0);
    const touch = vi.spyOn(on.company.services.live, 'touch');
    onTestFinished(() => touch.mockRestore());
    await sweepApprovals(on.company.services);
    expect(await on.asked(approval)).toEqual(['王芳']);
    expect(touch.mock.calls.map(([kind]) => kind)).toContain(type.name);
    touch.mockClear();
    await sweepApprovals(on.company.services);
    expect(touch).not.toHaveBeenCalled();
    await enable(1);
    expect(await on.audit(approval, 'subordinate', 1)).toMatch(/^该审批已被处理：系统，.*，移交$/);
    expect(await on.audit(approval, 'seller', 1)).toBe('');
  });
});
