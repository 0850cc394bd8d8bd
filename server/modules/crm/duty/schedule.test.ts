import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dutyAt } from '#server/modules/crm/duty/api.ts';
import { onlyScheduler, openDuty, whileSomebody, type Entry } from '#server/modules/crm/duty/testing.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { setCompanyTimeZone } from '#shared/record/time.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
let scheduler: Pick<Person, 'token'>;
beforeAll(async () => {
  company = await openCompany();
  scheduler = await onlyScheduler(company);
});
afterAll(() => company.close());
beforeEach(async () => {
  await company.db.deleteFrom('app_setting').where('name', '=', 'duty_schedule').execute();
});
afterEach(() => {
  vi.useRealTimers();
  setCompanyTimeZone('Asia/Shanghai');
});

const { ask, good, day, everyDay, save, planned } = openDuty(() => company);
interface Schedule {
  readonly weeks: Entry[];
  readonly maxCount: number;
  readonly startDate: string;
  readonly monday: string;
  readonly currentWeek: number;
  readonly advisers: { userId: number; realname: string; lack: string }[];
}
const schedule = () => good<Schedule>('querySchedule');
/** By the clock of the company. */
const setClock = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${time.replace(' ', 'T')}+08:00`) });

describe('the schedule', () => {
  it('begins with one week without anybody', async () => {
    expect(await schedule()).toMatchObject({ maxCount: 1, startDate: '', currentWeek: 0, advisers: [] });
    expect((await schedule()).weeks).toEqual(
      Array.from({ length: 7 }, () => ({ adviserName: '', adviserCrmUserId: '', splitTimeFlag: false })),
    );
  });

  it('is saved by whoever may plan it, in order, and answers the names of today whatever names were sent', async () => {
    const { seller, peer } = company.people;
    const weeks = everyDay([]);
    weeks[2] = { ...day(['peer', 'seller'], true), adviserName: '假名,<b>' };
    expect((await save(weeks, undefined, scheduler)).code).toBe(0);
    const saved = await schedule();
    expect(saved.weeks[2]).toEqual({
      adviserName: '李强,王芳',
      adviserCrmUserId: `${peer.userId},${seller.userId}`,
      splitTimeFlag: true,
    });
    expect(saved.advisers).toMatchObject([
      { userId: seller.userId, realname: '王芳', lack: '' },
      { userId: peer.userId, realname: '李强', lack: '' },
    ]);
    const rename = (realname: string) =>
      company.db.updateTable('app_user').set({ realname }).where('user_id', '=', peer.userId).execute();
    await rename('李强强');
    expect((await schedule()).weeks[2]?.adviserName).toBe('李强强,王芳');
    await rename('李强');
  });

  it('is taken as a form as well', async () => {
    const { seller, peer } = company.people;
    const weeks = JSON.stringify(
      Array.from({ length: 7 }, () => ({ adviserCrmUserId: `${seller.userId},${peer.userId}`, splitTimeFlag: 'true' })),
    );
    const answer = await company.call('CrmSchedule/saveSchedule', { weeks }, { as: company.people.admin, form: true });
    expect(answer.code).toBe(0);
    expect((await schedule()).weeks[6]).toMatchObject({ adviserName: '王芳,李强', splitTimeFlag: true });
  });

  it('is neither read nor saved without the right', async () => {
    for (const path of ['querySchedule', 'saveSchedule', 'queryAssignList'])
      for (const as of ['seller', 'hr'] as const)
        expect([path, as, (await ask(path, { weeks: everyDay(['seller']) }, as)).code]).toEqual([path, as, 403]);
    expect((await ask('queryDuty', {}, 'hr')).code).toBe(403);
    expect((await schedule()).startDate).toBe('');
  });

  it.each([0, 1, 6, 8, 13, 15, 21])('has seven entries or fourteen, not %i', async (days) => {
    expect(await save(everyDay(['seller'], false, days))).toMatchObject({
      code: 422,
      msg: '排班须为一周（7天）或两周（14天）',
    });
    expect((await schedule()).startDate).toBe('');
  });

  it('takes people who are enabled and no agents: others are refused by day and name, and nothing is saved', async () => {
    const weeks = everyDay(['seller'], false, 14);
    weeks[9] = day(['seller', 'agent']);
    expect(await save(weeks)).toMatchObject({ code: 422, msg: '第二周周三：郑代理是代理商，不能安排值班' });
    await whileSomebody(company, 'peer', { status: 0 }, async () => {
      expect(await save(everyDay(['peer']))).toMatchObject({ code: 422, msg: '周一：李强已停用，不能安排值班' });
    });
    const { userId } = company.people.seller;
    const refused = async (adviserCrmUserId: string) =>
      (await save([...everyDay(['seller']).slice(0, 6), { adviserCrmUserId, splitTimeFlag: false }])).msg;
    expect(await refused('99999999')).toBe('用户不存在！');
    expect(await refused(`${userId},${userId}`)).toBe('周日：王芳重复了，每人每天只能安排一次');
    expect(await refused(Array.from({ length: 25 }, (_, index) => index + 1).join(','))).toBe(
      '周日：一天最多安排24位顾问',
    );
    expect((await schedule()).startDate).toBe('');
  });
});

describe('the maximum in a row', () => {
  it.each(['0', 0, '1.5', 1.5, -1, '三', '1e1', 1001])('is a whole number above 0, not %j', async (maxCount) => {
    const weeks = everyDay([]);
    weeks[4] = day(['seller', 'peer']);
    expect(await save(weeks, maxCount)).toMatchObject({ code: 422, msg: '接待上限请填写大于0的整数，最多1000' });
    expect((await schedule()).startDate).toBe('');
  });

  it('is 1 unless it is said, and is not taken where nobody takes turns', async () => {
    await planned(everyDay(['seller', 'peer']));
    expect((await schedule()).maxCount).toBe(1);
    await planned(everyDay(['seller', 'peer']), 4);
    expect((await schedule()).maxCount).toBe(4);
    for (const weeks of [everyDay(['seller', 'peer'], true), everyDay(['seller'])]) {
      expect((await save(weeks, 0)).code).toBe(0);
      expect((await schedule()).maxCount).toBe(1);
    }
  });
});

describe('two weeks', () => {
  const two = () => [...everyDay(['seller']), ...everyDay(['peer'])];
  const onDuty = async (time: string) => {
    const { now } = await dutyAt(company.db, Date.parse(`${time.replace(' ', 'T')}+08:00`));
    return now?.advisers;
  };

  it('alternate from the Monday of the week in which they were saved, also when they are edited later', async () => {
    const { seller, peer } = company.people;
    setClock('2026-12-30 21:00:00');
    await planned(two());
    expect(await schedule()).toMatchObject({ startDate: '2026-12-28', monday: '2026-12-28', currentWeek: 0 });
    expect(await onDuty('2026-12-31 08:00:00')).toEqual([seller.userId]);
    setClock('2027-01-06 21:00:00');
    expect(await schedule()).toMatchObject({ monday: '2027-01-04', currentWeek: 1 });
    expect(await onDuty('2027-01-06 21:00:00')).toEqual([peer.userId]);
    // Monday morning belongs to the duty of Sunday
    expect(await onDuty('2027-01-04 07:59:59')).toEqual([seller.userId]);
    expect(await onDuty('2027-01-04 08:00:00')).toEqual([peer.userId]);
    await planned(two().map((entry) => ({ ...entry, splitTimeFlag: true })));
    expect(await schedule()).toMatchObject({ startDate: '2026-12-28', currentWeek: 1 });
  });

  it('begin anew when their number changes', async () => {
    setClock('2026-12-30 21:00:00');
    await planned(two());
    setClock('2027-01-06 21:00:00');
    await planned(everyDay(['seller']));
    expect((await schedule()).startDate).toBe('2027-01-04');
    setClock('2027-01-13 21:00:00');
    await planned(two());
    expect(await schedule()).toMatchObject({ startDate: '2027-01-11', currentWeek: 0 });
  });

  it('follow the clock of the company in another zone, also in the night in which it changes', async () => {
    const { seller, peer } = company.people;
    const weeks = everyDay(['seller']);
    // Saturday; on the 29th of March 2026 clocks in Berlin go from 02:00 to 03:00
    weeks[5] = day(['peer']);
    await planned(weeks);
    setCompanyTimeZone('Europe/Berlin');
    const at = async (time: string) => (await dutyAt(company.db, Date.parse(time))).now?.advisers;
    expect(await at('2026-03-29T05:59:59Z')).toEqual([peer.userId]);
    expect(await at('2026-03-29T06:00:00Z')).toEqual([seller.userId]);
    // and on the 25th of October back
    expect(await at('2026-10-25T06:59:59Z')).toEqual([peer.userId]);
    expect(await at('2026-10-25T07:00:00Z')).toEqual([seller.userId]);
  });
});

describe('somebody who was disabled or became an agent since', () => {
  it.each([
    ['disabled', { status: 0 }, '李强已停用'],
    ['agent', { agent_flag: 1 }, '李强是代理商'],
  ] as const)('stays in the plan, marked as %s, and is passed over on duty', async (lack, is, words) => {
    const { peer, seller } = company.people;
    await planned(everyDay(['peer', 'seller'], true));
    await whileSomebody(company, 'peer', is, async () => {
      const saved = await schedule();
      expect(saved.weeks[0]?.adviserName).toBe('李强,王芳');
      expect(saved.advisers.find(({ userId }) => userId === peer.userId)?.lack).toBe(lack);
      setClock('2026-11-25 09:00:00');
      expect(await good('queryDuty')).toMatchObject({
        now: {
          startTime: '2026-11-25 08:00',
          endTime: '2026-11-25 20:00',
          advisers: [{ userId: seller.userId }],
          nextUserId: seller.userId,
          passedOver: ['李强'],
        },
        next: { startTime: '2026-11-25 20:00', endTime: '2026-11-26 08:00', advisers: [{ userId: seller.userId }] },
      });
      expect((await save(saved.weeks)).msg).toBe(`周一：${words}，不能安排值班`);
    });
  });
});

describe('a change of the schedule', () => {
  const history = async () =>
    (await company.call('system/setting/queryChangeList', { kinds: 'duty_schedule' }, { as: scheduler })).data as {
      list: SettingChange[];
      totalRow: number;
    };
  const changes = async () => (await history()).list;
  const undo = (changeId = 0) => company.call('system/setting/undoChange', { changeId }, { as: scheduler });

  it('is kept in words, logged, and taken back with its first Monday', async () => {
    setClock('2026-11-25 09:00:00');
    await planned([...everyDay(['seller']), ...everyDay(['peer'])]);
    setClock('2026-12-09 09:00:00');
    await planned(everyDay(['seller', 'peer']), 3);
    const [change] = await changes();
    expect(change).toMatchObject({ title: '客服值班排班', item: '', mayTakeBack: 1 });
    expect(change?.differences).toEqual(
      expect.arrayContaining([
        { label: '第二周周日', before: '李强', after: '' },
        { label: '周一', before: '', after: '王芳、李强' },
        { label: '接待上限', before: '1', after: '3' },
      ]),
    );
    const traces = await company.db.selectFrom('audit').selectAll().where('subject', '=', 'duty schedule').execute();
    expect(traces.at(-1)).toMatchObject({ user_id: company.people.admin.userId, what: 'setting.change' });
    expect((await undo(change?.changeId)).code).toBe(0);
    expect((await schedule()).startDate).toBe('2026-11-23');
    expect((await schedule()).weeks).toHaveLength(14);
    expect((await undo(change?.changeId)).code).toBe(409);
  });

  it('is not taken back to somebody who may not be on duty any more', async () => {
    await planned(everyDay(['peer']));
    await planned(everyDay(['seller']));
    const [change] = await changes();
    await whileSomebody(company, 'peer', { status: 0 }, async () => {
      expect((await undo(change?.changeId)).msg).toBe('周一：李强已停用，不能安排值班');
    });
    expect((await schedule()).weeks[0]?.adviserName).toBe('王芳');
    expect((await undo(change?.changeId)).code).toBe(0);
    expect((await schedule()).weeks[0]?.adviserName).toBe('李强');
  });

  it('of two at once: both are kept, one after the other', async () => {
    await planned(everyDay(['seller']));
    const before = (await history()).totalRow;
    const both = await Promise.all([
      save(everyDay(['peer'], true)),
      save([...everyDay(['manager']), ...everyDay(['peer'])], undefined, scheduler),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const { list, totalRow } = await history();
    const [last, first] = list;
    expect(totalRow).toBe(before + 2);
    expect([last?.mayTakeBack, first?.mayTakeBack]).toEqual([1, 0]);
  });
});
