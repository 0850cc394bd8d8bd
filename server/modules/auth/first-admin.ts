import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import { readPasswordRule } from '#server/platform/session/password-length.ts';
import { requireGoodPassword } from '#server/platform/session/password-rules.ts';
import { hashPassword, randomPassword } from '#server/platform/session/passwords.ts';
import { dropSetting, holdSetting, writeSetting } from '#server/platform/settings.ts';
import { firstAdminUserId, superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Login name of the first administrator (R2.2). */
const username = 'admin';
const setting = 'setup';

/** Serialises two concurrent calls; an arbitrary number of its own. */
const lockKey = 7_420_013;

/** Whether the company has its first administrator; then the functions below do nothing. */
export async function hasFirstAdmin(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', firstAdminUserId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates user 3 `admin`, in department 1 办公室, with role 1, which must exist. Without `password` one is generated
 * (security N12). Returns it for printing, or null when there is an administrator already.
 * @throws AppError `password.length`, `password.common`
 */
export async function createFirstAdmin(
  db: Kysely<Tables>,
  options: { readonly password?: string | undefined } = {},
): Promise<{ password: string } | null> {
  return inTransaction(db, (trx) => addFirstAdmin(trx, options.password));
}

/** As `createFirstAdmin`, in the caller's transaction. */
export async function addFirstAdmin(db: Database, given?: string): Promise<{ password: string } | null> {
  const password = given ?? randomPassword(await readPasswordRule(db));
  return (await insertAdmin(db, password, '')) ? { password } : null;
}

async function insertAdmin(db: Database, password: string, address: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
  if (await hasFirstAdmin(db)) return false;
  requireGoodPassword(password, [username, '简业', 'jianye'], await readPasswordRule(db));
  const { rows } = await sql<{ dept_id: number }>`
    with made as (
      insert into department (dept_id, name) select 1, '办公室' where not exists (select from department) returning dept_id
    )
    select dept_id from made union all select min(dept_id) from department having count(*) > 0`.execute(db);
  await db
    .insertInto('app_user')
    .values({
      user_id: firstAdminUserId,
      username,
      realname: username,
      password_hash: await hashPassword(password),
      dept_id: rows[0]?.dept_id ?? 1,
      status: 1,
    })
    .execute();
  await db.insertInto('user_role').values({ user_id: firstAdminUserId, role_id: superAdminRoleId }).execute();
  await organisationChanged(db);
  await audit(db, { userId: firstAdminUserId, what: 'setup', subject: username, result: 'done', address });
  return true;
}

const hashText = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Opens the set-up call for the holder of the token, which is returned once for printing; a previous token ends. Null
 * when there is an administrator (security O3).
 */
export async function offerSetup(db: Database): Promise<string | null> {
  if (await hasFirstAdmin(db)) return null;
  const token = randomBytes(32).toString('base64url');
  await writeSetting(db, setting, { hash: hashText(token).toString('hex') });
  return token;
}

/**
 * Creates the first administrator for the holder of the set-up token, once.
 * @throws AppError `http.not_found` for a wrong token and after set-up, `password.length`, `password.common`
 */
export async function useSetupToken(db: Database, token: string, password: string, address: string): Promise<void> {
  const offered = (await holdSetting(db, setting)) as { hash?: string } | undefined;
  const stored = Buffer.from(offered?.hash ?? '', 'hex');
  const given = hashText(token);
  if (stored.length !== given.length || !timingSafeEqual(stored, given)) throw new AppError('http.not_found');
  if (!(await insertAdmin(db, password, address))) throw new AppError('http.not_found');
  await dropSetting(db, setting);
}
