import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { granted, type Granted } from '#server/platform/session/logins.ts';
import { hashOf, newToken, tokenKinds } from '#server/platform/session/tokens.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface NewView {
  readonly viewerLoginId: number;
  /** As whom, or whoever looks at their own by the rights of a role. */
  readonly userId: number;
  readonly roleId: number | null;
  /** Of the organisation, at which it has been found to be allowed. */
  readonly version: number;
  readonly userAgent: string;
  readonly address: string;
}

/**
 * Starts a login that reads only. It cannot be renewed, and ends with the login of whoever looks, and with any change of
 * the organisation, after which it might not be allowed.
 */
export async function startView(db: Database, view: NewView): Promise<Granted> {
  const { login_id: loginId } = await db
    .insertInto('session_login')
    .values({
      user_id: view.userId,
      client: 1,
      user_agent: view.userAgent,
      address: view.address,
      // its token lives as long as one that was renewed, and does not slide
      refreshed: true,
      viewer_login_id: view.viewerLoginId,
      viewed_role_id: view.roleId,
      viewed_version: view.version,
    })
    .returning('login_id')
    .executeTakeFirstOrThrow();
  const access = newToken();
  await db
    .insertInto('session_token')
    .values({ token_hash: hashOf(access), login_id: loginId, kind: tokenKinds.access, generation: 0 })
    .execute();
  return granted(db, loginId, view.userId, { access, refresh: '' });
}

/** The login of whoever looks. @throws AppError `access.record` for a login that looks at nobody */
export async function viewerLoginOf(db: Database, loginId: number | null): Promise<number> {
  const row = await db
    .selectFrom('session_login')
    .select('viewer_login_id')
    .where('login_id', '=', loginId ?? 0)
    .executeTakeFirst();
  if (row?.viewer_login_id == null) throw new AppError('access.record');
  return row.viewer_login_id;
}
