import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWaiting } from '#server/approval/answers/waiting.ts';
import { onApprovalEvents } from '#server/approval/listeners.ts';
import { decidedScope, waitingScope } from '#server/approval/reach.ts';
import { remindOverdue } from '#server/approval/sweep.ts';
import { openApprovals, type Approvals, type Who } from '#server/approval/testing.ts';
import { visible } from '#server/record/access/visible.ts';
import { approvedType as type } from '#server/testing/fixtures/approved.ts';
import { withLevels } from '#server/testing/role-rights.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(() => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db));

type Body = Record<string, unknown>;
interface Flow extends Body {
  readonly examineId: number;
  readonly status: number;
}
const flows = async () => (await on.ask<{ list: Flow[] }>('examine/queryAllExamine', { limit: 100 })).list;
const running = async (entity: Body = {}, product: readonly Body[] = []): Promise<{ id: number; approval: number }> => {
  const id = await on.create(entity, 'seller', product);
  return { id, approval: await on.submit(id) };
};

describe('flows', () => {
  it('are saved as older clients send them: the new one takes the place of the default, an edit is a new row', async () => {
    const first = await on.flow([[1]]);
    const special = await on.flow([[1]], { conditions: [{ fieldName: 'kind', condition: 'is', value: '乙' }] });
    const step = JSON.stringify([
      { stepType: 2, checkUserId: [on.id('peer')] },
      { stepType: 3, checkUserId: [on.id('manager')] },
    ]);
    const form = { categoryType: 97, examineType: 1, name: '合同审批', remarks: '', userIds: '', deptIds: '', step };
    const answer = await on.company.call('examine/saveExamine', form, { as: on.company.people.admin, form: true });
    expect(answer.body).toMatchObject({ code: 0, status: 1 });
    const second = Number(answer.body['examineId']);
    const listed = await flows();
    expect(listed.map(({ examineId, status }) => [examineId, status])).toEqual([
      [special, 1],
      [second, 1],
      [first, 0],
    ]);
    expect(listed[1]).toMatchObject({
      name: '合同审批',
      updateUserName: 'admin',
      stepList: [
        { stepType: 2, stepNum: 1, checkUserId: `,${on.id('peer')},`, userList: [{ realname: '李强' }] },
        { stepType: 3, stepNum: 2 },
      ],
    });
    const edited = await on.flow([[1]], { examineId: second });
    expect((await flows()).map(({ examineId }) => examineId)).toEqual([special, edited, first]);
    await on.ask('examine/updateStatus', { examineId: first, status: 1 });
    expect((await flows()).map(({ examineId, status }) => [examineId, status])).toEqual([
      [special, 1],
      [first, 1],
      [edited, 0],
    ]);
    const { examineId: copy } = await on.ask<Flow>('examine/copyExamine', { examineId: special, name: '副本' });
    expect((await flows()).find(({ examineId }) => examineId === copy)).toMatchObject({ status: 0, name: '副本' });
    await on.ask('examine/updateStatus', { examineId: special });
    expect((await on.call('examine/queryExamineById', { examineId: special })).code).toBe(404);
  });

  it.each<[steps: Body[], more: Body, msg: string]>([
    [[], {}, '固定审批流至少需要一个步骤'],
    [[{ stepType: 1 }, { stepType: 3, checkUserId: [] }], {}, '第2级审批人不能为空'],
    [[{ stepType: 2, checkUserId: [3] }, { stepType: 4 }], {}, '第2级：“上一级审批人主管”不能跟在指定用户之后'],
    [[{ stepType: 1 }], { conditions: [{ fieldName: '没有', condition: 'is', value: 1 }] }, '条件中的字段不存在：没有'],
    [
      [{ stepType: 1 }],
      { conditions: [{ fieldName: 'amount', condition: 'gt', value: '' }] },
      '条件“amount”的值不正确',
    ],
  ])('are refused with %j %j', async (step, more, msg) => {
    const answer = await on.call('examine/saveExamine', {
      categoryType: 97,
      examineType: 1,
      name: '流程',
      step,
      ...more,
    });
    expect([answer.code, answer.msg]).toEqual([422, msg]);
  });

  it('are tried in their order', async () => {
    const all = [{ fieldName: 'title', condition: 'isNotNull' }];
    const one = await on.flow([[2, ['peer']]], { conditions: all });
    const other = await on.flow([[2, ['stranger']]], { conditions: all });
    expect(await on.asked((await running()).approval)).toEqual(['李强']);
    await on.ask('examine/setOrder', { examineIds: [other, one] });
    expect(await on.asked((await running()).approval)).toEqual(['周远']);
    expect((await on.call('examine/setOrder', { examineIds: [99_999] })).code).toBe(404);
  });

  it('show on the latest documents who would have approved them', async () => {
    await on.flow([[1]]);
    await running({ title: '试跑甲', kind: '甲' });
    await running({ title: '试跑乙', kind: '乙' });
    const step = [{ stepType: 1 }, { stepType: 4 }, { stepType: 2, checkUserId: [on.id('peer'), on.id('stranger')] }];
    const conditions = [{ fieldName: 'kind', condition: 'is', value: '乙' }];
    const body = { categoryType: 97, examineType: 1, step, conditions };
    const { list } = await on.ask<{
      list: { name: string; applies: boolean; steps: { userList: { realname: string }[] }[] }[];
    }>('examine/queryRehearsal', body);
    expect(list.slice(0, 2).map(({ name, applies }) => [name, applies])).toEqual([
      ['试跑乙', true],
      ['试跑甲', false],
    ]);
    expect(list[0]?.steps.map(({ userList }) => userList.map(({ realname }) => realname))).toEqual([
      ['孙经理'],
      ['admin'],
      ['李强', '周远'],
    ]);
    expect((await flows()).length).toBe(1);
  });

  it('are set up by whoever has the right to', async () => {
    for (const path of [
      'queryAllExamine',
      'saveExamine',
      'updateStatus',
      'setOrder',
      'copyExamine',
      'queryRehearsal',
      'setCalendar',
    ])
      expect((await on.call(`examine/${path}`, {}, 'manager')).code).toBe(403);
  });
});

describe('what forms and panels read', () => {
  const offered = (body: Body, who: Who = 'seller') =>
    on.ask<Body | null>('examine/queryExaminStep', { categoryType: 97, ...body }, who);
  it('is the flow that a document would take, and who would be asked', async () => {
    expect(await offered({})).toBeNull();
    await on.flow([[1], [2, ['peer', 'stranger']]]);
    const special = await on.flow([], {
      examineType: 2,
      conditions: [{ fieldName: 'amount', condition: 'gt', value: 1000 }],
    });
    expect(await offered({})).toMatchObject({
      examineType: 1,
      examineSteps: [
        { stepType: 1, userList: [{ realname: '孙经理' }] },
        { stepType: 2, userList: [{ realname: '李强' }, { realname: '周远' }] },
      ],
    });
    expect(await offered({ facts: JSON.stringify({ amount: '1000.01' }) })).toMatchObject({
      examineId: special,
      examineType: 2,
    });
    const id = await on.create({}, 'seller', [{ product: '甲', price: '5000', num: 1 }]);
    await on.draft(id, 'seller', { checkUserId: on.id('peer') });
    expect(await offered({ id })).toMatchObject({
      examineId: special,
      examineUser: on.id('peer'),
      examineUserName: '李强',
    });
    // of a document that is not theirs they learn nothing
    expect(await offered({ id }, 'stranger')).not.toMatchObject({ examineId: special });
  });

  it('is the panel of a fixed flow, with everybody’s results and those to come', async () => {
    await on.flow([[1], [3, ['peer', 'stranger']], [2, ['manager']]]);
    const { approval } = await running();
    await on.audit(approval, 'manager', 1);
    await on.audit(approval, 'peer', 1);
    const panel = (who: Who) =>
      on.ask<Body & { steps: Body[] }>(
        'examineRecord/queryExamineRecordList',
        { recordId: approval, ownerUserId: 1 },
        who,
      );
    expect(await panel('stranger')).toMatchObject({
      examineType: 1,
      isCheck: 1,
      isRecheck: 0,
      checkStatus: 3,
      mayUrge: 0,
    });
    const own = await panel('seller');
    expect(own).toMatchObject({ isCheck: 0, isRecheck: 1, mayUrge: 1 });
    expect(own.steps).toMatchObject([
      { stepType: 5, examineStatus: 5, userList: [{ realname: '王芳', examineStatus: 5 }] },
      { stepType: 1, stepNum: 1, examineStatus: 1, userList: [{ realname: '孙经理', examineStatus: 1 }] },
      {
        stepType: 3,
        examineStatus: 0,
        userList: [
          { realname: '李强', examineStatus: 1 },
          { realname: '周远', examineStatus: 0, examineTime: '' },
        ],
      },
      { stepType: 2, examineStatus: 0, userList: [{ realname: '孙经理', examineStatus: 0 }] },
    ]);
    await on.audit(approval, 'stranger', 1);
    const { steps } = await panel('seller');
    expect(steps[3]).toMatchObject({ examineStatus: 1, userList: [{ realname: '孙经理', skipped: 'repeated' }] });
    expect((await on.call('examineRecord/queryExamineRecordList', { recordId: approval }, 'subordinate')).code).toBe(
      404,
    );
  });

  it('is the panel of chosen approvers, as older clients spell it, and that of a withdrawn document', async () => {
    await on.flow([], { examineType: 2 });
    const id = await on.create();
    const approval = await on.submit(id, 'seller', { checkUserId: on.id('peer') });
    const body = {
      recordId: approval,
      id,
      status: 1,
      remarks: '同意',
      nextUserId: on.id('manager'),
      ownerUserId: on.id('seller'),
    };
    const answer = await on.company.call('examineRecord/auditExamine', body, {
      as: on.company.people.peer,
      form: true,
    });
    expect(answer.body).toEqual({ code: 0, data: null });
    const panel = () => on.ask<Body>('examineRecord/queryExamineRecordList', { recordId: approval }, 'seller');
    expect(await panel()).toMatchObject({
      examineType: 2,
      steps: [
        { examineStatus: 5, examinUser: { realname: '王芳' } },
        { examineStatus: 1, realname: '李强', examinUser: { userId: on.id('peer'), realname: '李强' } },
        { examineStatus: 0, examinUser: { realname: '孙经理' } },
      ],
    });
    await on.withdraw(id, 'seller');
    expect(await panel()).toMatchObject({
      examineType: 1,
      steps: [{ examineStatus: 4, userList: [{ realname: '王芳' }] }],
    });
    const log = await on.ask<Body[]>('examineRecord/queryExamineLogList', { recordId: approval }, 'seller');
    expect(log).toMatchObject([
      { orderId: 1, realname: '李强', examineStatus: 1, remarks: '同意' },
      { realname: '王芳', examineStatus: 4, remarks: '有误' },
    ]);
    const all = await on.ask<Body[]>('examineRecord/queryExamineLogList', { recordId: approval, all: 1 }, 'seller');
    expect(all.map(({ action }) => action)).toEqual(['submitted', 'passed', 'withdrawn']);
  });

  it('is what changed since the version before, as far as the reader may see it', async () => {
    await on.flow([[2, ['peer']]]);
    const lines = [
      { product: '甲', price: '100', num: 2 },
      { product: '乙', price: '10', num: 1 },
    ];
    const { id, approval } = await running({ secret: '底价' }, lines);
    const difference = () =>
      on.ask<Body & { changes: Body[]; lines: Body[] }>(
        'examineRecord/queryDifference',
        { recordId: approval },
        'peer',
      );
    expect(await difference()).toMatchObject({ since: 'none', changes: [], lines: [] });
    await on.audit(approval, 'peer', 2);
    const row = await on.ask<{ product: Body[] }>(`${type.family}/queryById`, { fixtureId: id }, 'seller');
    const product = [
      { lineId: row.product[0]?.['lineId'], salesPrice: '90' },
      { product: '丙', price: '1', num: 1 },
    ];
    await on.ask(
      `${type.family}/addOrUpdate`,
      { entity: { fixtureId: id, secret: '新底价' }, field: [], product },
      'seller',
    );
    await on.submit(id);
    const seen = await difference();
    expect(seen.since).toBe('submitted');
    expect(seen.changes.map(({ fieldName, from, to }) => [fieldName, from, to])).toContainEqual([
      'secret',
      '底价',
      '新底价',
    ]);
    expect(seen.lines.map(({ name, kind }) => [name, kind])).toEqual([
      ['甲', 'changed'],
      ['丙', 'added'],
      ['乙', 'removed'],
    ]);
    await withLevels(on.company, 11, 97, { secret: 0 }, async () => {
      expect(JSON.stringify(await difference())).not.toContain('底价');
    });
    await withLevels(on.company, 11, 971, { sales_price: 0 }, async () => {
      const { lines: hidden } = await difference();
      expect(JSON.stringify(hidden)).not.toMatch(/sales_price|discount|subtotal|90/);
    });
  });
});

describe('what waits', () => {
  const waiting = (who: Who) =>
    on.ask<{ list: Body[]; totalRow: number }>('examineRecord/queryWaitingList', { limit: 100 }, who);

  it('is listed for whoever decides, and passed many at once, all or none', async () => {
    await on.flow([[2, ['stranger']]]);
    const all = [await running({ title: '一' }), await running({ title: '二' }), await running({ title: '三' })];
    const ids = all.map(({ approval }) => approval);
    const { list, totalRow } = await waiting('stranger');
    expect(totalRow).toBe(list.length);
    expect(list.slice(0, 3)).toMatchObject([
      { recordId: ids[2], name: '三', authorName: '王芳', needsChoice: 0, isOverdue: 0 },
      { name: '二' },
      { name: '一' },
    ]);
    await on.audit(ids[0] ?? 0, 'stranger', 1);
    const pass = (recordIds: readonly number[]) => on.call('examineRecord/passMany', { recordIds }, 'stranger');
    const refused = await pass(ids);
    expect([refused.code, refused.body['detail']]).toMatchObject([409, { refused: [{ name: '一' }] }]);
    expect((await pass(ids.slice(1))).data).toEqual({ count: 2 });
    expect(await Promise.all(all.map(({ id }) => on.status(id)))).toEqual([1, 1, 1]);
    await on.flow([], { examineType: 2 });
    const chosen = await on.submit(await on.create(), 'seller', { checkUserId: on.id('stranger') });
    expect((await pass([chosen])).msg).toBe('该单据需要选择下一审批人，请单独处理');
  });

  it('is counted by type, restricts lists to it, and is reported as it happens', async () => {
    await on.flow([[2, ['peer']]]);
    const events: string[] = [];
    onApprovalEvents((_db, _actor, those) => {
      events.push(...those.map(({ action, targets }) => [action, ...targets].join(' ')));
      return Promise.resolve();
    });
    const { id, approval } = await running();
    const reads = (scopeOf: typeof waitingScope) =>
      on.asActor('peer', async (db, actor) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from ${visible(type, scopeOf(actor, type))} where fixture_id = ${id}`.execute(db);
        return rows[0]?.n;
      });
    const count = () => on.asActor('peer', async (db, actor) => (await countWaiting(db, actor)).get(97) ?? 0);
    const before = await count();
    expect([await reads(waitingScope), await reads(decidedScope)]).toEqual([1, 0]);
    await on.audit(approval, 'peer', 1);
    expect([await reads(waitingScope), await reads(decidedScope), await count()]).toEqual([0, 1, before - 1]);
    expect(events).toEqual(['submitted', `asked ${on.id('peer')}`, 'passed', 'finished']);
  });

  it('is reminded of once when its working hours are over', async () => {
    await on.flow([[2, ['stranger'], { hours: 4 }]]);
    const { approval } = await running();
    const due = await sql<{ hours: number; weekday: number }>`
      select extract(epoch from due_at - asked_at) / 3600 as hours, extract(isodow from due_at) as weekday
      from approval_task where approval_id = ${approval}`.execute(on.company.db);
    expect(Number(due.rows[0]?.hours)).toBeGreaterThanOrEqual(4);
    expect(Number(due.rows[0]?.weekday)).toBeLessThan(6);
    await sql`update approval_task set due_at = now() - interval '1 minute' where approval_id = ${approval}`.execute(
      on.company.db,
    );
    expect(await remindOverdue(on.company.db)).toBe(1);
    expect(await remindOverdue(on.company.db)).toBe(0);
    expect((await on.actions(approval)).filter((action) => action === 'overdue')).toHaveLength(1);
    expect((await waiting('stranger')).list[0]).toMatchObject({ recordId: approval, isOverdue: 1 });
  });

  it('counts days against the rule', async () => {
    const days = [
      { workDate: '2027-10-01', isWorking: 0, name: '国庆节' },
      { workDate: '2027-10-09', isWorking: 1, name: '调休' },
      { workDate: '2027-10-08', isWorking: 1 },
    ];
    await on.ask('examine/setCalendar', { days });
    const read = () =>
      on.ask<Body[]>('examine/queryCalendar', { startDate: '2027-01-01', endDate: '2027-12-31' }, 'seller');
    expect((await read()).map(({ workDate, isWorking }) => [workDate, isWorking])).toEqual([
      ['2027-10-01', 0],
      ['2027-10-09', 1],
    ]);
    await on.ask('examine/setCalendar', { days: [{ workDate: '2027-10-01', isWorking: 1 }] });
    expect((await read()).map(({ workDate }) => workDate)).toEqual(['2027-10-09']);
  });

  it.each([
    [{ startTime: '2026-01-05', endTime: '2026-01-01' }],
    [{ startTime: '2026-13-01', endTime: '2027-01-01' }],
    [{ startTime: 'x', endTime: '2027-01-01' }],
    [{ substituteId: 99_999 }],
  ])('goes to no stand-in with %j', async (more) => {
    const body = { substituteId: on.id('peer'), startTime: '2026-01-01', endTime: '2026-01-02', ...more };
    expect((await on.call('examine/saveStandIn', body, 'manager')).msg).toContain('代理人不能是本人');
    expect((await on.call('examine/saveStandIn', { ...body, userId: on.id('seller') }, 'manager')).code).toBe(403);
  });
});
