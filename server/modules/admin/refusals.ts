import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';

const refusals: ReadonlySet<ErrorCode> = new Set([
  'access.denied',
  'password.wrong',
  'rights.lacking',
  'rights.kept',
  'role.fixed',
  'user.self',
  'user.super_admin',
  'user.last_admin',
]);

/**
 * Runs `work` and records its refusal (security O6). `db` is a separate connection, because the transaction of the call
 * is rolled back.
 */
export async function recordingRefusal<T>(
  db: Database,
  actor: Actor,
  attempt: { readonly what: string; readonly subject?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) {
      await audit(db, {
        userId: actor.userId,
        what: attempt.what,
        subject: `${error.code} ${attempt.subject ?? ''}`.trim(),
        result: 'refused',
        address: actor.address,
      });
    }
    throw error;
  }
}
