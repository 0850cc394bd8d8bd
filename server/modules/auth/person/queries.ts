import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { navigationOf } from '#server/platform/navigation.ts';
import { readExportLimit } from '#server/record/export/export-limit.ts';
import { maySeeContact } from '#server/platform/access/contact-data.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { companyTimeZone } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { OwnUser } from '#shared/auth/session-calls.ts';
import { userTypes, type UserRow } from '#shared/admin/user-calls.ts';
import { pictureOf } from './picture.ts';

function readUser(db: Database, userId: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('department as d', 'd.dept_id', 'u.dept_id')
    .leftJoin('app_user as p', 'p.user_id', 'u.parent_id')
    .where('u.user_id', '=', userId)
    .selectAll('u')
    .select((eb) => [
      'd.name as dept_name',
      'p.realname as parent_name',
      sql<boolean>`u.password_expires_at is not null`.as('must_change'),
      eb
        .selectFrom('user_role as ur')
        .innerJoin('role as r', 'r.role_id', 'ur.role_id')
        .whereRef('ur.user_id', '=', 'u.user_id')
        .select(
          sql<
            { id: number; name: string }[]
          >`coalesce(json_agg(json_build_object('id', r.role_id, 'name', r.role_name) order by r.role_id), '[]')`.as(
            'roles',
          ),
        )
        .as('roles'),
    ])
    .executeTakeFirst();
}

type Found = NonNullable<Awaited<ReturnType<typeof readUser>>>;

/** One's own full row, without the password (R4.3). */
export async function ownUserOf(db: Database, actor: Actor): Promise<OwnUser> {
  const row = await readUser(db, actor.userId);
  if (!row) throw new AppError('session.revoked');
  return {
    ...(await rowOf(db, row, actor)),
    roles: (row.roles ?? []).map((role) => role.id),
    lastLoginTime: row.last_login_time,
    lastLoginIp: row.last_login_ip,
    language: row.language,
    timeZone: companyTimeZone(),
    mostExported: (await readExportLimit(db)).rows,
    navigation: await navigationOf(db, actor.rights),
    mustChangePassword: row.must_change ? 1 : 0,
  };
}

/**
 * The directory row of a colleague. Contact data requires the right to the address book or the staff list.
 * @throws AppError `access.record`
 */
export async function colleagueOf(db: Database, actor: Actor, userId: number): Promise<UserRow> {
  const row = await readUser(db, userId);
  if (!row) throw new AppError('access.record');
  const full = await rowOf(db, row, actor);
  return userId === actor.userId || maySeeContact(actor) ? full : { ...full, username: '', mobile: '', email: '' };
}

async function rowOf(db: Database, row: Found, reader: Actor): Promise<UserRow> {
  const roles = row.roles ?? [];
  return {
    userId: row.user_id,
    username: row.username,
    realname: row.realname,
    num: row.num,
    mobile: row.mobile,
    email: row.email,
    sex: row.sex,
    deptId: row.dept_id,
    deptName: row.dept_name ?? '',
    post: row.post,
    status: row.status,
    parentId: row.parent_id,
    parentName: row.parent_name ?? '',
    img: await pictureOf(db, row.img_file_id, reader.userId),
    createTime: row.create_time,
    roleId: roles.map((role) => role.id).join(','),
    roleName: roles.map((role) => role.name).join(','),
    agentFlag: row.agent_flag,
    isAgent: row.agent_flag,
    crmUserType: row.agent_flag === 1 ? userTypes.agent : userTypes.staff,
    memberName: row.member_name,
  };
}
