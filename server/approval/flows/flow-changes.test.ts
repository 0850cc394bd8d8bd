import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApprovals, type Approvals, type Who } from '#server/approval/testing.ts';
import { approvedType as type } from '#server/testing/fixtures/approved.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());
beforeEach(() => sql`update approval_flow set status = 2 where status <> 2`.execute(on.company.db));

interface Flow {
  readonly examineId: number;
  readonly name: string;
  readonly status: number;
}
const flows = async () =>
  (await on.ask<{ list: Flow[] }>('examine/queryAllExamine', { limit: 100 })).list.map(
    ({ examineId, name, status }) => ({
      examineId,
      name,
      status,
    }),
  );
const changes = async (kinds: string, who?: Who) =>
  (await on.ask<{ list: SettingChange[] }>('system/setting/queryChangeList', { kinds }, who)).list;
const undo = (changeId = 0, who?: Who) => on.call('system/setting/undoChange', { changeId }, who);
const large = { conditions: [{ fieldName: 'amount', condition: 'gt', value: 100_000 }] };

describe('approval flows', () => {
  it('keep every change of them in words, and each is taken back', async () => {
    await on.flow([[1]], { name: '默认' });
    const first = await on.flow([[2, ['manager', 'peer']]], { name: '大额', ...large });
    const second = await on.flow([[1]], { name: '特批', ...large });
    /** Does something with the flows, and takes it back. */
    const takenBack = async (work: () => Promise<unknown>): Promise<SettingChange> => {
      const before = await flows();
      await work();
      const after = await flows();
      expect(after).not.toEqual(before);
      const [change] = await changes('approval_flow');
      expect(change).toMatchObject({ kind: 'approval_flow', title: '审批流程', mayTakeBack: 1, realname: 'admin' });
      expect(await undo(change?.changeId)).toMatchObject({ code: 0 });
      expect(await flows()).toEqual(before);
      // and so is that
      const [undone] = await changes('approval_flow');
      expect(undone).toMatchObject({ isTakingBack: 1, mayTakeBack: 1 });
      await undo(undone?.changeId);
      expect(await flows()).toEqual(after);
      const [again] = await changes('approval_flow');
      await undo(again?.changeId);
      expect(await flows()).toEqual(before);
      if (!change) throw new Error('nothing was kept');
      return change;
    };
    const edited = await takenBack(() =>
      on.flow([[3, ['manager'], { hours: 8 }]], { name: '大额', ...large, examineId: first }),
    );
    expect(edited.differences).toEqual([
      {
        label: '大额',
        before: expect.stringMatching(/^启用 · 当 金额 大于 100000 · 指定用户（任意一人） .+、.+$/u) as unknown,
        after: expect.stringMatching(/^启用 · 当 金额 大于 100000 · 指定用户（多人会签） .+、8工作小时内$/u) as unknown,
      },
    ]);
    const off = await takenBack(() => on.ask('examine/updateStatus', { examineId: second, status: 0 }));
    expect(off.differences).toEqual([
      {
        label: '特批',
        before: '启用 · 当 金额 大于 100000 · 负责人主管',
        after: '停用 · 当 金额 大于 100000 · 负责人主管',
      },
    ]);
    const deleted = await takenBack(() => on.ask('examine/updateStatus', { examineId: second }));
    expect(deleted.differences.map(({ label, after }) => [label, after])).toEqual([
      ['特批', ''],
      ['判断顺序', ''],
    ]);
    const ordered = await takenBack(() => on.ask('examine/setOrder', { examineIds: [second, first] }));
    expect(ordered.differences).toEqual([{ label: '判断顺序', before: '大额 → 特批', after: '特批 → 大额' }]);
    const copied = await takenBack(() => on.ask('examine/copyExamine', { examineId: first, name: '大额 副本' }));
    expect(copied.differences.find(({ label }) => label === '大额 副本')).toMatchObject({
      before: '',
      after: expect.stringMatching(/^停用/u) as unknown,
    });
    // one without conditions takes the place of the default, which the undo enables again
    await takenBack(() => on.flow([[1]], { name: '新默认' }));
  });

  it('are not put in force again with a condition on a field that is gone', async () => {
    const needs = { conditions: [{ fieldName: 'kind', condition: 'is', value: '乙' }] };
    const examineId = await on.flow([[1]], { name: '按类别', ...needs });
    await on.ask('examine/updateStatus', { examineId });
    const [change] = await changes('approval_flow');
    const rename = async (from: string, to: string) => {
      await sql`
        update record_field set field_name = ${to} where type_code = ${type.code} and field_name = ${from}`.execute(
        on.company.db,
      );
      await sql`update org_version set version = version + 1`.execute(on.company.db);
    };
    await rename('kind', 'gone');
    expect(await undo(change?.changeId)).toMatchObject({ code: 422, msg: expect.stringContaining('kind') as unknown });
    expect(await flows()).toEqual([]);
    await rename('gone', 'kind');
    expect(await undo(change?.changeId)).toMatchObject({ code: 0 });
    expect(await flows()).toEqual([{ examineId, name: '按类别', status: 1 }]);
  });

  it('of things of modules are kept with these things alone', async () => {
    const before = (await changes('approval_flow')).length;
    const step = [{ stepType: 1, checkUserId: [] }];
    await on.call('OaExamineCategory/setExamineCategory', { title: '变更记录类别', examineType: 1, step });
    expect((await changes('approval_flow')).length).toBe(before);
  });
});

describe('the working calendar', () => {
  it('keeps who made which day a working day, and a change of many days is taken back as one', async () => {
    const day = (workDate: string, isWorking: number, name = '') => ({ workDate, isWorking, name });
    const stored = () => on.ask<unknown>('examine/queryCalendar', { startDate: '2027-10-01', endDate: '2027-10-31' });
    await on.ask('examine/setCalendar', { days: [day('2027-10-01', 0, '国庆节'), day('2027-10-09', 1, '补班')] });
    const [change] = await changes('company_calendar');
    expect(change).toMatchObject({
      title: '工作日历',
      differences: [
        { label: '2027-10-01', before: '工作', after: '休息 · 国庆节' },
        { label: '2027-10-09', before: '休息', after: '工作 · 补班' },
      ],
      mayTakeBack: 1,
    });
    // another day is no change of these
    await on.ask('examine/setCalendar', { days: [day('2027-10-04', 0, '国庆节')] });
    expect(await undo(change?.changeId)).toMatchObject({ code: 0 });
    expect(await stored()).toEqual([day('2027-10-04', 0, '国庆节')]);
    // one of the days was set since
    const [undone] = await changes('company_calendar');
    await on.ask('examine/setCalendar', { days: [day('2027-10-01', 0, '放假')] });
    expect(await undo(undone?.changeId)).toMatchObject({ code: 409 });
    const counted = (await changes('company_calendar')).length;
    await on.ask('examine/setCalendar', { days: [day('2027-10-01', 0, '放假')] });
    expect((await changes('company_calendar')).length).toBe(counted);
  });
});

describe('stand-ins', () => {
  const period = { startTime: '2027-10-01', endTime: '2027-10-08' };
  const listed = () => on.ask<{ standInId: number }[]>('examine/queryStandInList', {});

  it('keep who set and who ended them, whoever it was, and whoever sets up flows takes that back', async () => {
    const substituteId = on.id('peer');
    const { standInId } = await on.ask<{ standInId: number }>(
      'examine/saveStandIn',
      { substituteId, ...period },
      'seller',
    );
    const [added] = await changes('stand_in');
    expect(added).toMatchObject({
      title: '审批代理',
      realname: '王芳',
      differences: [{ label: '王芳 → 李强', before: '', after: '2027-10-01 00:00 – 2027-10-08 00:00' }],
    });
    await on.ask('examine/deleteStandIn', { standInId }, 'seller');
    expect(await listed()).toEqual([]);
    const [ended] = await changes('stand_in');
    expect((await undo(ended?.changeId, 'seller')).code).toBe(403);
    expect(await undo(ended?.changeId)).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject([{ standInId, userId: on.id('seller'), substituteId }]);
    const [again] = await changes('stand_in');
    expect(await undo(again?.changeId)).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
    // nobody stands in who has left
    await sql`update app_user set status = 0 where user_id = ${substituteId}`.execute(on.company.db);
    const [last] = await changes('stand_in');
    expect(await undo(last?.changeId)).toMatchObject({ code: 422 });
    await sql`update app_user set status = 1 where user_id = ${substituteId}`.execute(on.company.db);
  });
});

it('a stand-in leaves in the log who let whom stand in, and who ended it, and nothing of what was refused', async () => {
  const body = { substituteId: on.id('peer'), startTime: '2027-01-01', endTime: '2027-01-02 12:00:00' };
  const { standInId } = await on.ask<{ standInId: number }>('examine/saveStandIn', body, 'manager');
  expect((await on.call('examine/deleteStandIn', { standInId }, 'seller')).code).not.toBe(0);
  await on.ask('examine/deleteStandIn', { standInId }, 'manager');
  const other = { ...body, userId: on.id('seller') };
  expect((await on.call('examine/saveStandIn', other, 'manager')).code).toBe(403);
  const { standInId: set } = await on.ask<{ standInId: number }>('examine/saveStandIn', other, 'admin');
  const { rows } = await sql`
    select user_id as by, what, subject, result from audit where what like 'stand\_in.%' and user_id in
      (${on.id('manager')}, ${on.id('seller')}, ${on.id('admin')}) and subject ~ ${`^(${standInId}|${set})( |$)`}
    order by audit_id`.execute(on.company.db);
  const [manager, seller, peer] = [on.id('manager'), on.id('seller'), on.id('peer')];
  const until = '2027-01-01 2027-01-02 12:00:00';
  expect(rows).toEqual([
    { by: manager, what: 'stand_in.saved', subject: `${standInId} ${manager} ${peer} ${until}`, result: 'done' },
    { by: manager, what: 'stand_in.ended', subject: String(standInId), result: 'done' },
    { by: on.id('admin'), what: 'stand_in.saved', subject: `${set} ${seller} ${peer} ${until}`, result: 'done' },
  ]);
  await on.ask('examine/deleteStandIn', { standInId: set }, 'admin');
});
