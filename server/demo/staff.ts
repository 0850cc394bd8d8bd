import '#server/platform/access/tables.ts';
import { pinyin } from 'pinyin-pro';
import type { DutyPlan } from '#server/modules/crm/duty/plan.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { departments, givenNames, surnames } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';
import { writeSetting } from '#server/platform/settings.ts';
import { mondayOf, weekDays } from '#shared/crm/duty/duty-window.ts';
import { companyTime } from '#shared/record/time.ts';

interface Job {
  readonly dept: string;
  readonly post: string;
  readonly role: number;
  readonly superior: number | null;
}

export interface DemoPerson {
  readonly userId: number;
  readonly sex: 1 | 2;
  readonly ownsCustomers: boolean;
}

const regions = ['华北销售部', '华东销售部', '华南销售部'] as const;
/** The staff in order: three managers, their salespeople, then the others. */
const jobs: readonly Job[] = [
  ...regions.map((dept): Job => ({ dept, post: '销售经理', role: 8, superior: null })),
  ...Array.from({ length: 18 }, (_, index): Job => ({
    dept: regions[index % 3] ?? '华北销售部',
    post: '销售代表',
    role: 11,
    superior: index % 3,
  })),
  { dept: '总经办', post: '总经理', role: 8, superior: null },
  { dept: '市场部', post: '市场经理', role: 9, superior: null },
  { dept: '市场部', post: '市场专员', role: 9, superior: null },
  { dept: '财务部', post: '财务主管', role: 10, superior: null },
  { dept: '财务部', post: '会计', role: 10, superior: null },
  { dept: '人力资源部', post: '人事经理', role: 3, superior: null },
  { dept: '客户服务部', post: '客服主管', role: 9, superior: null },
  { dept: '客户服务部', post: '客服专员', role: 9, superior: null },
];
const sellingRoles = [8, 11];

export async function makeDepartments(db: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>([['办公室', 1]]);
  for (const [num, { name, parent }] of departments.entries()) {
    const row = await db
      .insertInto('department')
      .values({ name, pid: ids.get(parent) ?? 1, num: num + 1, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow();
    ids.set(name, row.dept_id);
  }
  return ids;
}

/** Hires everybody, in the order of the login names 13900000001 and on. */
export async function hire(
  db: Database,
  random: Random,
  depts: ReadonlyMap<string, number>,
  hash: string,
): Promise<DemoPerson[]> {
  const people: DemoPerson[] = [];
  const names = new Set<string>();
  for (const [index, job] of jobs.entries()) {
    const { realname, sex } = newName(random, names);
    const username = `139${String(index + 1).padStart(8, '0')}`;
    const row = await db
      .insertInto('app_user')
      .values({
        username,
        mobile: username,
        realname,
        password_hash: hash,
        num: `JY${String(1001 + index)}`,
        email: `${pinyin(realname, { mode: 'surname', toneType: 'none', type: 'array' })
          .join('')
          .replace(/[^a-z]/g, '')}@example.com`,
        sex,
        dept_id: depts.get(job.dept) ?? 1,
        post: job.post,
        status: 1,
        parent_id: job.superior === null ? 3 : (people[job.superior]?.userId ?? 3),
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    people.push({ userId: row.user_id, sex, ownsCustomers: sellingRoles.includes(job.role) });
    await db.insertInto('user_role').values({ user_id: row.user_id, role_id: job.role }).execute();
  }
  return people;
}

/** A name that nobody has yet. */
function newName(random: Random, taken: Set<string>): { realname: string; sex: 1 | 2 } {
  for (;;) {
    const sex = random.next() < 0.55 ? 1 : 2;
    const realname = random.pick(surnames) + random.pick<string>(givenNames[sex]);
    if (taken.has(realname)) continue;
    taken.add(realname);
    return { realname, sex };
  }
}

const workDays = 5;

/** The duties of a week: salespeople share each working day, and take turns at the weekend. */
export async function fillDuty(db: Database, advisers: readonly number[]): Promise<void> {
  if (advisers.length === 0) return;
  const days = Array.from({ length: weekDays }, (_, day) => ({ advisers, isSplit: day < workDays }));
  const plan: DutyPlan = { days, maxCount: 1, startDate: mondayOf(companyTime(Date.now()).slice(0, 10)) };
  await writeSetting(db, 'duty_schedule', plan);
}
