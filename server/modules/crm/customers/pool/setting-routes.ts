import { sql } from 'kysely';
import '#server/modules/crm/customers/pool/tables.ts';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { audit } from '#server/platform/log/audit.ts';
import { readPoolRules, writePoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import { checksDuplicates, switchDuplicateCheck } from '#server/record/query/duplicate-switch.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { duplicateCalls } from '#shared/crm/duplicate-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export const customerSettingRoutes = (): Route[] => [
  route(customerSettingCalls.rules, async ({ db }) => {
    const rules = await readPoolRules(db);
    return {
      dealDay: String(rules.dealDay),
      followupDay: String(rules.followupDay),
      customerConfig: rules.isOn ? 1 : 0,
      // contracts have their own reminder
      contractConfig: 0,
      contractDay: '0',
      putInPoolRemindConfig: rules.reminds ? 1 : 0,
      putInPoolRemindDays: String(rules.remindDays),
      customerDuplicateCheck: (await checksDuplicates(db, customerType.name)) ? 1 : 0,
      leadsDuplicateCheck: (await checksDuplicates(db, leadsType.name)) ? 1 : 0,
    };
  }),
  route(customerSettingCalls.updateRules, async ({ db, actor, input }) => {
    // rules that are off take nobody: what is left out stays as it was
    const isOff = input.type === 0;
    if (input.followupDay === undefined && !isOff) throw new AppError('pool.followup_day');
    if (input.dealDay === undefined && !isOff) throw new AppError('pool.deal_day');
    if (input.type === undefined) throw new AppError('pool.enabled');
    await organisationChanged(db);
    const { followupDay, dealDay } = await readPoolRules(db);
    const remindDays = input.putInPoolRemindDays ?? 0;
    await writePoolRules(db, actor, {
      isOn: input.type === 1,
      followupDay: input.followupDay ?? followupDay,
      dealDay: input.dealDay ?? dealDay,
      reminds: input.putInPoolRemindConfig === 1 && remindDays > 0,
      remindDays,
    });
    return null;
  }),
  route(duplicateCalls.setSwitch, async ({ db, actor, input }) => {
    await switchDuplicateCheck(db, actor, {
      [customerType.name]: input.customerDuplicateCheck === 1,
      [leadsType.name]: input.leadsDuplicateCheck === 1,
    });
    return null;
  }),
  route(customerSettingCalls.limits, async ({ db, actor, input }) => {
    const page = { limit: input.limit, offset: (input.page - 1) * input.limit };
    return limitsOf(db, actor.userId, actor.language, input.type ?? 1, page);
  }),
  route(customerSettingCalls.setLimit, async ({ db, actor, input }) => {
    if (input.customerNum === undefined) throw new AppError('limit.number');
    await organisationChanged(db);
    const settingId = await putLimit(db, {
      settingId: input.settingId,
      type: input.type ?? 1,
      customerNum: input.customerNum,
      customerDeal: input.customerDeal ?? 0,
    });
    await putRange(db, settingId, input.type ?? 1, input.userList, input.deptList);
    await auditLimit(db, actor, 'setting.change', settingId);
    return null;
  }),
  route(customerSettingCalls.removeLimit, async ({ db, actor, input: { settingId } }) => {
    await organisationChanged(db);
    const { numDeletedRows } = await db
      .deleteFrom('customer_limit')
      .where('setting_id', '=', settingId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('access.record');
    await auditLimit(db, actor, 'setting.delete', settingId);
    return null;
  }),
];

const auditLimit = (db: Database, actor: Actor, what: string, settingId: number): Promise<void> =>
  audit(db, {
    userId: actor.userId,
    what,
    subject: `customer limit ${settingId}`,
    result: 'done',
    address: actor.address,
  });

interface LimitInput {
  readonly settingId: number | undefined;
  readonly type: number;
  readonly customerNum: number;
  readonly customerDeal: number;
}

async function putLimit(db: Database, { settingId, type, customerNum, customerDeal }: LimitInput): Promise<number> {
  const values = { type, customer_num: customerNum, customer_deal: customerDeal };
  if (settingId === undefined) {
    const row = await db.insertInto('customer_limit').values(values).returning('setting_id').executeTakeFirstOrThrow();
    return row.setting_id;
  }
  const row = await db
    .updateTable('customer_limit')
    .set(values)
    .where('setting_id', '=', settingId)
    .returning('setting_id')
    .executeTakeFirst();
  if (!row) throw new AppError('access.record');
  await db.deleteFrom('customer_limit_user').where('setting_id', '=', settingId).execute();
  await db.deleteFrom('customer_limit_dept').where('setting_id', '=', settingId).execute();
  return settingId;
}

/**
 * The people and departments of a limit; each is in one rule of a type. @throws AppError `limit.overlap`,
 * `user.unknown`, `dept.unknown`
 */
async function putRange(
  db: Database,
  settingId: number,
  type: number,
  userIds: readonly number[],
  deptIds: readonly number[],
): Promise<void> {
  const { rows: people } = await sql<{ n: number }>`
    select count(*) as n from app_user where user_id = any(${[...userIds]}::int[])`.execute(db);
  if (people[0]?.n !== new Set(userIds).size) throw new AppError('user.unknown');
  const { rows: depts } = await sql<{ n: number }>`
    select count(*) as n from department where dept_id = any(${[...deptIds]}::int[])`.execute(db);
  if (depts[0]?.n !== new Set(deptIds).size) throw new AppError('dept.unknown');
  const { rows } = await sql<{ n: number }>`
    with people as (
      insert into customer_limit_user (type, user_id, setting_id)
      select ${type}, id, ${settingId} from unnest(${[...userIds]}::int[]) as id on conflict do nothing returning 1
    ), depts as (
      insert into customer_limit_dept (type, dept_id, setting_id)
      select ${type}, id, ${settingId} from unnest(${[...deptIds]}::int[]) as id on conflict do nothing returning 1
    )
    select (select count(*) from people) + (select count(*) from depts) as n`.execute(db);
  if (rows[0]?.n !== new Set(userIds).size + new Set(deptIds).size) throw new AppError('limit.overlap');
}

async function limitsOf(
  db: Database,
  userId: number,
  language: Language,
  type: number,
  page: { readonly limit: number; readonly offset: number },
) {
  const all = db.selectFrom('customer_limit').where('type', '=', type);
  const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const limits = await all.selectAll().orderBy('setting_id').limit(page.limit).offset(page.offset).execute();
  const link = await linkMaker(db, userId);
  const ids = limits.map((limit) => limit.setting_id);
  const { rows: people } = await sql<{
    setting_id: number;
    user_id: number;
    realname: string;
    img_file_id: number | null;
  }>`
    select l.setting_id, u.user_id, u.realname, u.img_file_id from customer_limit_user l join app_user u using (user_id)
    where l.setting_id = any(${ids}::int[]) order by u.user_id`.execute(db);
  const { rows: depts } = await sql<{ setting_id: number; dept_id: number; name: string }>`
    select l.setting_id, d.dept_id, d.name from customer_limit_dept l join department d using (dept_id)
    where l.setting_id = any(${ids}::int[]) order by d.num, d.dept_id`.execute(db);
  return {
    totalRow: total,
    list: limits.map((limit) => {
      const ownPeople = people.filter((person) => person.setting_id === limit.setting_id);
      const ownDepts = depts.filter((dept) => dept.setting_id === limit.setting_id);
      return {
        settingId: limit.setting_id,
        settingName: translate(language, `limit.name.${limit.type}` as MessageKey),
        type: limit.type,
        customerNum: limit.customer_num,
        customerDeal: limit.customer_deal,
        range: [...ownPeople.map((person) => person.realname), ...ownDepts.map((dept) => dept.name)].join('、'),
        userIds: ownPeople.map((person) => ({
          userId: person.user_id,
          realname: person.realname,
          img: person.img_file_id === null ? '' : link(person.img_file_id),
        })),
        deptIds: ownDepts.map((dept) => ({ id: dept.dept_id, name: dept.name })),
      };
    }),
  };
}
