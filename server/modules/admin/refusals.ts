import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';

interface Attempt {
  readonly what: string;
  readonly subject?: string;
}

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
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(db, actor, attempt, error);
    throw error;
  }
}

/** Records a refusal, if it is one of rights (security O6). */
export async function recordRefusal(db: Database, actor: Actor, attempt: Attempt, { code }: AppError): Promise<void> {
  if (!refusals.has(code)) return;
  await audit(db, {
    userId: actor.userId,
    what: attempt.what,
    subject: `${code} ${attempt.subject ?? ''}`.trim(),
    result: 'refused',
    address: actor.address,
  });
}
