import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { removeStoredFiles } from '#server/platform/files/files.ts';
import { personTraces } from '#server/platform/erasure.ts';
import { userStatus } from '#shared/admin/user-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Somebody of the staff by the whole name, number or mail address. */
export interface FoundStaff {
  readonly userId: number;
  readonly realname: string;
  readonly mobile: string;
  readonly isAtWork: boolean;
}

/** The people who are named so or have the contact, whoever is still at work too. */
export async function findStaff(db: Database, wanted: readonly string[]): Promise<FoundStaff[]> {
  const { rows } = await sql<FoundStaff>`
    select user_id as "userId", realname, mobile, status <> ${userStatus.disabled} as "isAtWork" from app_user
    where realname = any(${[...wanted]}::text[]) or mobile = any(${[...wanted]}::text[])
      or email = any(${[...wanted]}::text[]) or username = any(${[...wanted]}::text[])
    order by user_id`.execute(db);
  return rows;
}

/**
 * Empties what is known of people who have left: name, login, number, mail, picture, and what modules know (`registerPersonTraces`). What they did stays, as done by
 * somebody who was erased. Returns their numbers and mail addresses.
 * @throws AppError `erasure.changed` for somebody who is not there, `erasure.at_work` for anybody who is not disabled
 */
export async function eraseStaff(
  db: Database,
  actor: Pick<Actor, 'language'>,
  userIds: readonly number[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  await organisationChanged(db);
  const ids = sql`${[...userIds]}::int[]`;
  const { rows } = await sql<{ words: string[]; name: string; isAtWork: boolean; picture: number | null }>`
    select array[mobile, email, username] as words, realname as name, img_file_id as picture,
      status <> ${userStatus.disabled} as "isAtWork"
    from app_user where user_id = any(${ids}) order by user_id for update`.execute(db);
  if (rows.length !== userIds.length) throw new AppError('erasure.changed');
  const working = rows.find(({ isAtWork }) => isAtWork);
  if (working) throw new AppError('erasure.at_work', { name: working.name });
  const names = rows.map(({ name }) => name);
  const words = rows.flatMap((row) => row.words).filter((word) => word !== '');
  const mark = translate(actor.language, 'erasure.person');
  await sql`
    update app_user set realname = ${mark} || user_id, username = 'erased-' || user_id, member_name = '', mobile = '', email = '',
      num = '', post = '', sex = 0, img_file_id = null, last_login_ip = '', password_hash = ''
    where user_id = any(${ids})`.execute(db);
  for (const { ofStaff } of personTraces()) await ofStaff?.(db, { userIds, words: [...names, ...words] });
  await removeStoredFiles(
    db,
    rows.flatMap(({ picture }) => picture ?? []),
  );
  return words;
}
