import { sql } from 'kysely';
import '#server/modules/crm/customers/pool/tables.ts';
import { overLimit, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { Slice } from '#shared/wire/values.ts';

/** People named of those who are over a limit. */
const mostNamed = 20;

/** A page of the rules of a type, each with its people, its departments and who has more than it allows. */
export async function limitsOf(
  db: Database,
  actor: Actor,
  type: LimitType,
  page: Slice,
): Promise<OutputOf<typeof customerSettingCalls.limits>> {
  const all = db.selectFrom('customer_limit').where('type', '=', type);
  const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const limits = await all.selectAll().orderBy('setting_id').limit(page.limit).offset(page.offset).execute();
  const link = await linkMaker(db, actor.userId);
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
  const over = await overLimit(db, type, ids);
  return {
    totalRow: total,
    list: limits.map((limit) => {
      const ownPeople = people.filter((person) => person.setting_id === limit.setting_id);
      const ownDepts = depts.filter((dept) => dept.setting_id === limit.setting_id);
      const beyond = over.filter(({ settingId }) => settingId === limit.setting_id);
      return {
        settingId: limit.setting_id,
        settingName: translate(actor.language, `limit.name.${type}`),
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
        overNum: beyond.length,
        overNames: beyond.slice(0, mostNamed).map(({ realname }) => realname),
      };
    }),
  };
}
