import { sql } from 'kysely';
import { permissionName } from '#server/modules/admin/rights/api.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { menuRows } from '#shared/admin/menus.ts';
import type { ProgramRow } from '#shared/admin/programs/program-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { Slice } from '#shared/wire/values.ts';

/** Days before its end at which a token is marked, and its people are told. */
export const soonDays = 7;
const placeOf: ReadonlyMap<string, number> = new Map(
  menuRows.flatMap(({ permission }, place) => (permission === null ? [] : [[permission, place]])),
);

/**
 * Tokens of programs that nobody has ended, those that are over until they are swept: of everybody, or of one person; the
 * newest first.
 */
export async function listPrograms(
  db: Database,
  language: Language,
  { limit, offset }: Slice,
  userId?: number,
): Promise<{ list: ProgramRow[]; total: number }> {
  const where = sql`l.ended_at is null ${userId === undefined ? sql`` : sql`and l.user_id = ${userId}`}`;
  const from = sql`from program_token p join session_login l on l.login_id = p.login_id`;
  const { rows } = await sql<Omit<ProgramRow, 'abilityNames' | 'lastUsedTime'> & { lastUsedTime: string | null }>`
    select p.login_id as "loginId", p.name, l.user_id as "userId", u.realname as "userName", m.realname as "makerName",
      p.is_company::int as "isCompany", p.abilities, l.created_at as "createTime", p.expires_at as "expireTime",
      case when p.expires_at <= now() then 'over'
        when p.expires_at <= now() + make_interval(days => ${soonDays}) then 'soon' else 'good' end as state,
      p.used_at as "lastUsedTime", p.used_from as "lastAddress"
    ${from} join app_user u on u.user_id = l.user_id join app_user m on m.user_id = p.made_by
    where ${where} order by p.login_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from} where ${where}`.execute(
    db,
  );
  const list = rows.map((row) => {
    const abilities = row.abilities.toSorted((one, other) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0));
    return {
      ...row,
      lastUsedTime: row.lastUsedTime ?? '',
      abilities,
      abilityNames: abilities.map((ability) => permissionName(ability, language)),
    };
  });
  return { list, total: counted[0]?.total ?? 0 };
}
