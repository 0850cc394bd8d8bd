import { sql } from 'kysely';
import '#server/modules/crm/customers/pool/tables.ts';
import '#server/platform/access/tables.ts';
import { limitTypes, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A rule that limits how many customers each of its people owns, or has locked. */
interface LimitRule {
  readonly type: LimitType;
  readonly customerNum: number;
  /** 1 = customers with a deal count too. */
  readonly customerDeal: number;
  readonly userIds: readonly number[];
  readonly deptIds: readonly number[];
}

/** The rules of a type; the item is the id of one. */
const limitKind = (type: LimitType, name: string, most: MessageKey): SettingKind<LimitRule> => ({
  name,
  title: `limit.name.${type}`,
  access: ['manage:crm:setting'],
  hold: organisationChanged,
  read: (db, item) => readLimit(db, type, Number(item)),
  write: (db, actor, item, value) =>
    value === null ? deleteLimit(db, actor, Number(item)) : restoreLimit(db, Number(item), value),
  nameOf: async (db, item) => {
    const rule = await readLimit(db, type, Number(item));
    return rule ? namesOf(db, rule) : '';
  },
  linesOf: async (db, rule, language) =>
    new Map([
      [translate(language, 'limit.range'), await namesOf(db, rule)],
      [translate(language, most), String(rule.customerNum)],
      ...(type === limitTypes.own
        ? ([
            [
              translate(language, 'limit.counts_deals'),
              translate(language, rule.customerDeal === 1 ? 'limit.yes' : 'limit.no'),
            ],
          ] as const)
        : []),
    ]),
});

const kinds: Readonly<Record<LimitType, SettingKind<LimitRule>>> = {
  [limitTypes.own]: limitKind(limitTypes.own, 'owned_limit', 'limit.most_owned'),
  [limitTypes.lock]: limitKind(limitTypes.lock, 'locked_limit', 'limit.most_locked'),
};
export const limitKinds = Object.values(kinds) as readonly SettingKind[];

/** Adds a rule, or replaces one. @throws AppError `access.record`, `limit.overlap`, `user.unknown`, `dept.unknown` */
export async function saveLimit(
  db: Database,
  actor: Actor,
  settingId: number | undefined,
  rule: LimitRule,
): Promise<void> {
  await organisationChanged(db);
  const kind = kinds[rule.type];
  if (settingId === undefined) {
    const id = await insertLimit(db, rule);
    await created(db, actor, kind.name, String(id));
    await logged(db, actor, 'setting.change', id);
    return;
  }
  // a rule stays of its type
  if (!(await readLimit(db, rule.type, settingId))) throw new AppError('access.record');
  await changing(db, actor, kind, String(settingId), () => replaceLimit(db, settingId, rule));
  await logged(db, actor, 'setting.change', settingId);
}

/** @throws AppError `access.record` */
export async function deleteLimit(db: Database, actor: Actor, settingId: number): Promise<void> {
  await organisationChanged(db);
  const row = await db
    .selectFrom('customer_limit')
    .select('type')
    .where('setting_id', '=', settingId)
    .executeTakeFirst();
  if (!row) throw new AppError('access.record');
  await changing(db, actor, kinds[row.type as LimitType], String(settingId), async () => {
    await db.deleteFrom('customer_limit').where('setting_id', '=', settingId).execute();
  });
  await logged(db, actor, 'setting.delete', settingId);
}

const logged = (db: Database, actor: Actor, what: string, settingId: number): Promise<void> =>
  audit(db, {
    userId: actor.userId,
    what,
    subject: `customer limit ${settingId}`,
    result: 'done',
    address: actor.address,
  });

async function readLimit(db: Database, type: LimitType, settingId: number): Promise<LimitRule | null> {
  const { rows } = await sql<LimitRule>`
    select type, customer_num as "customerNum", customer_deal as "customerDeal",
      array(select user_id from customer_limit_user u where u.setting_id = l.setting_id order by 1) as "userIds",
      array(select dept_id from customer_limit_dept d where d.setting_id = l.setting_id order by 1) as "deptIds"
    from customer_limit l where setting_id = ${settingId} and type = ${type}`.execute(db);
  return rows[0] ?? null;
}

const valuesOf = ({ type, customerNum, customerDeal }: LimitRule) => ({
  type,
  customer_num: customerNum,
  customer_deal: customerDeal,
});

async function insertLimit(db: Database, rule: LimitRule, settingId?: number): Promise<number> {
  const row = await db
    .insertInto('customer_limit')
    .values({ ...valuesOf(rule), ...(settingId !== undefined && { setting_id: settingId }) })
    .returning('setting_id')
    .executeTakeFirstOrThrow();
  await putRange(db, row.setting_id, rule);
  return row.setting_id;
}

async function replaceLimit(db: Database, settingId: number, rule: LimitRule): Promise<void> {
  await db.updateTable('customer_limit').set(valuesOf(rule)).where('setting_id', '=', settingId).execute();
  await db.deleteFrom('customer_limit_user').where('setting_id', '=', settingId).execute();
  await db.deleteFrom('customer_limit_dept').where('setting_id', '=', settingId).execute();
  await putRange(db, settingId, rule);
}

/** Puts a rule in force as it was, also one that was deleted. */
async function restoreLimit(db: Database, settingId: number, rule: LimitRule): Promise<void> {
  if (await readLimit(db, rule.type, settingId)) await replaceLimit(db, settingId, rule);
  else await insertLimit(db, rule, settingId);
}

/**
 * The people and departments of a limit; each is in one rule of a type. @throws AppError `limit.overlap`,
 * `user.unknown`, `dept.unknown`
 */
async function putRange(db: Database, settingId: number, { type, userIds, deptIds }: LimitRule): Promise<void> {
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

/** Names of the people and departments of a rule. */
async function namesOf(db: Database, { userIds, deptIds }: LimitRule): Promise<string> {
  const { rows } = await sql<{ names: string }>`
    select coalesce(string_agg(name, '、' order by place, id), '') as names from (
      select 1 as place, user_id as id, realname as name from app_user where user_id = any(${[...userIds]}::int[])
      union all
      select 2, dept_id, name from department where dept_id = any(${[...deptIds]}::int[])) as named`.execute(db);
  return rows[0]?.names ?? '';
}
