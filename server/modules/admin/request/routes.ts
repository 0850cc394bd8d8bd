import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { rightsRequestCalls } from '#shared/admin/rights-request-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { confirmRequest, declineRequest, withdrawRequest } from './decide.ts';
import { decideMany } from './decide-many.ts';
import { countRequests, listRequests, markSeen } from './queries.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

export const rightsRequestRoutes = ({ pool }: Services): Route[] => [
  route(rightsRequestCalls.list, async ({ db, actor, input }) => {
    const { type, page, limit } = input;
    const offset = (page - 1) * limit;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const { rows, total } = await listRequests(db, actor, type, { limit, offset });
    return pageAnswer(rows, total, page, limit);
  }),
  route(rightsRequestCalls.count, ({ db, actor }) => countRequests(db, actor)),
  route(
    rightsRequestCalls.confirm,
    async ({ db, actor, input }) => ({ links: await confirmRequest(db, actor, input.requestId) }),
    ({ actor, input }, work) =>
      recordingRefusal(
        pool.db,
        actor,
        { what: 'rights.confirmed', subject: `request ${input.requestId}` },
        async () => {
          await confirmIdentity(pool.db, actor, input.currentPassword);
          return work();
        },
      ),
  ),
  route(
    rightsRequestCalls.decideMany,
    ({ db, actor, input }) => decideMany(db, actor, input),
    async ({ actor, input }, work) => {
      if (input.confirm === 1) await confirmIdentity(pool.db, actor, input.currentPassword);
      return work();
    },
  ),
  route(rightsRequestCalls.decline, async ({ db, actor, input }) => {
    await declineRequest(db, actor, input.requestId, input.reason);
    return null;
  }),
  route(rightsRequestCalls.withdraw, async ({ db, actor, input }) => {
    await withdrawRequest(db, actor, input.requestId);
    return null;
  }),
  route(rightsRequestCalls.seen, async ({ db, actor, input }) => {
    if (!(await markSeen(db, actor, input.requestIds))) throw new AppError('access.record');
    return null;
  }),
];
