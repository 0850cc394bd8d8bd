import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { sessionEnded } from '#server/platform/push/push.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

/**
 * Call in the transaction that changes what people may do. Their next request uses the new rights anyway; their open
 * pages are asked to read them again, and their streams end within 1 s and are reopened with the new rights (security
 * A15).
 */
export async function rightsChanged(db: Database, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await storeEvent(db, { type: pushTypes.rights, to: userIds });
  await sessionEnded(db, { userIds });
}

/** The same for moved people or departments, which may change anybody's data scopes. */
export async function scopesChanged(db: Database): Promise<void> {
  const rows = await db
    .selectFrom('session_login')
    .select('user_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute();
  await rightsChanged(
    db,
    rows.map((row) => row.user_id),
  );
}
