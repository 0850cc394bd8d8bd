import { sql } from 'kysely';
import { recordRefusal } from '#server/modules/admin/refusals.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HandedOver } from '#shared/admin/rights-request-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { confirmRequest, declineRequest } from './decide.ts';

interface Decision {
  readonly requestIds: readonly number[];
  /** 1 confirms, 0 declines with the reason. */
  readonly confirm: number;
  readonly reason: string;
}

/**
 * Decides requests one after the other: each as by its own call, so that one which cannot be done, any more or yet, leaves the
 * others alone. @throws AppError `access.record` when one of them is not for the actor; then nothing is done
 */
export async function decideMany(
  db: Database,
  actor: Actor,
  { requestIds, confirm, reason }: Decision,
): Promise<{ results: { requestId: number; msg: string }[]; links: HandedOver[] }> {
  const results: { requestId: number; msg: string }[] = [];
  const links = new Map<number, HandedOver>();
  for (const requestId of new Set(requestIds)) {
    await sql`savepoint one_request`.execute(db);
    try {
      if (confirm === 0) await declineRequest(db, actor, requestId, reason);
      // a later link of a person ends the earlier one
      else for (const link of await confirmRequest(db, actor, requestId)) links.set(link.userId, link);
      await sql`release savepoint one_request`.execute(db);
      results.push({ requestId, msg: '' });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'access.record') throw error;
      await sql`rollback to savepoint one_request`.execute(db);
      const what = confirm === 0 ? 'rights.declined' : 'rights.confirmed';
      await recordRefusal(db, actor, { what, subject: `request ${requestId}` }, error);
      results.push({ requestId, msg: translate(actor.language, error.code, error.params) });
    }
  }
  return { results, links: [...links.values()] };
}
