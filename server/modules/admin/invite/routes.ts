import { apply } from '#server/modules/admin/invite/apply.ts';
import { decideApplications, listApplications } from '#server/modules/admin/invite/applications.ts';
import { endInvite, listInvites, makeInvite } from '#server/modules/admin/invite/links.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { publicRoute, route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { inviteCalls } from '#shared/admin/invite/invite-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer, type Slice } from '#shared/wire/values.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

function sliceOf({ page, limit }: { readonly page: number; readonly limit: number }): Slice {
  const offset = (page - 1) * limit;
  if (offset > deepest) throw new AppError('input.page_too_deep');
  return { limit, offset };
}

/** Links by which people ask to be let in, and who decides on them (docs/decisions/invite.md). */
export const inviteRoutes = ({ pool }: Services): Route[] => [
  route(
    inviteCalls.create,
    ({ db, actor, input }) => makeInvite(db, actor, input),
    ({ actor }, work) => recordingRefusal(pool.db, actor, { what: 'invite.add' }, work),
  ),
  route(inviteCalls.list, async ({ db, actor, input }) => {
    const { rows, total } = await listInvites(db, actor, sliceOf(input));
    return pageAnswer(rows, total, input.page, input.limit);
  }),
  route(inviteCalls.end, async ({ db, actor, input }) => {
    await endInvite(db, actor, input.inviteId);
    return null;
  }),
  route(inviteCalls.applications, async ({ db, actor, input }) => {
    const { rows, total } = await listApplications(db, actor, sliceOf(input));
    return pageAnswer(rows, total, input.page, input.limit);
  }),
  route(inviteCalls.decide, async ({ db, actor, input }) => ({
    results: await decideApplications(db, actor, input),
  })),
  publicRoute(inviteCalls.apply, async ({ input, address }) => {
    await apply(pool.db, input, address);
    return {};
  }),
];
