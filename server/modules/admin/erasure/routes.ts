import { sql } from 'kysely';
import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { archiveAccess } from '#shared/admin/archive/archive-calls.ts';
import { erasureCalls, erasurePatience } from '#shared/admin/erasure/erasure-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { erasePersons } from './erase.ts';
import { erasuresOf, keptByLaw, whereKnown } from './queries.ts';

const mayErase = (actor: Actor): boolean => actor.rights.isSuperAdmin && actor.mayDo(archiveAccess);

function requireEraser(actor: Actor): void {
  if (!mayErase(actor)) throw new AppError('access.denied');
}

/** Erasing what is known of a person (docs/decisions/erasure.md). */
export function erasureRoutes({ pool }: Pick<Services, 'pool'>): Route[] {
  return [
    route(erasureCalls.find, async ({ db, actor, input }) => {
      requireEraser(actor);
      if (input.name === '' && input.contact === '') throw new AppError('erasure.nobody');
      const { userId, address } = actor;
      // whom somebody looked for is not kept: it is what has to be gone
      await audit(db, { userId, what: 'person.find', subject: '', result: 'done', address });
      return inTransaction(pool.db, async (trx) => {
        await sql`select set_config('statement_timeout', ${String(erasurePatience.find)}, true)`.execute(trx);
        return { list: await whereKnown(trx, actor, input), kept: await keptByLaw(trx, actor, input) };
      });
    }),
    route(
      erasureCalls.erase,
      async ({ db, actor, input }) => {
        requireEraser(actor);
        return { erasureId: await erasePersons(db, actor, input), count: input.chosen.length };
      },
      ({ actor, input }, work) =>
        recordingRefusal(pool.db, actor, { what: 'person.erase', subject: '' }, async () => {
          requireEraser(actor);
          await confirmIdentity(pool.db, actor, input.currentPassword);
          return work();
        }),
    ),
    route(erasureCalls.list, async ({ db, actor, input: { page, limit } }) => {
      const { list, total } = await erasuresOf(db, actor, { limit, offset: (page - 1) * limit });
      return { ...pageAnswer(list, total, page, limit), mayErase: mayErase(actor) ? 1 : 0 };
    }),
  ];
}
