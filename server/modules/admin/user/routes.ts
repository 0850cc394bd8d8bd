import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { changesRoles } from '#server/modules/admin/role/api.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { bookByDepartment, bookByInitial } from './address-book.ts';
import { renameUser, resetPasswords, setStatus } from './logins.ts';
import { listUsers, usersOfDepartment } from './queries.ts';
import { addUser, setAgent, setUser } from './writes.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

const people = (userIds: readonly number[]): string => `user ${userIds.join(',')}`;

export const userRoutes = ({ pool }: Services): Route[] => [
  route(userCalls.list, async ({ db, actor, input }) => {
    if (input.pageType === 0) return (await listUsers(db, actor, input, null)).rows;
    const offset = (input.page - 1) * input.limit;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const { rows, total } = await listUsers(db, actor, input, { limit: input.limit, offset });
    return pageAnswer(rows, total, input.page, input.limit);
  }),
  route(userCalls.byDepartment, ({ db, input }) => usersOfDepartment(db, input.deptId)),
  route(userCalls.byStructure, ({ db, input }) => usersOfDepartment(db, input.deptId)),
  route(userCalls.addressBook, ({ db, actor, input }) => bookByInitial(db, actor, input.search)),
  route(userCalls.addressBookByDepartment, ({ db, actor, input }) => bookByDepartment(db, actor, input.name)),
  route(userCalls.add, async ({ db, actor, input }) => ({
    userId: await recordingRefusal(pool.db, actor, { what: 'user.add' }, () => addUser(db, actor, input)),
  })),
  route(userCalls.set, ({ db, actor, input }) =>
    recordingRefusal(pool.db, actor, { what: 'user.change', subject: `user ${input.userId}` }, async () => {
      if (input.roleIds !== undefined && (await changesRoles(db, input.userId, input.roleIds))) {
        await confirmIdentity(pool.db, actor, input.currentPassword);
      }
      await setUser(db, actor, input);
      return null;
    }),
  ),
  route(userCalls.setStatus, ({ db, actor, input }) =>
    recordingRefusal(
      pool.db,
      actor,
      { what: `user.status ${input.status}`, subject: people(input.userIds) },
      async () => {
        await setStatus(db, actor, input.userIds, input.status);
        return null;
      },
    ),
  ),
  route(userCalls.setAgent, ({ db, actor, input }) =>
    recordingRefusal(
      pool.db,
      actor,
      { what: `user.agent ${input.agentFlag}`, subject: people(input.userIds) },
      async () => {
        await setAgent(db, actor, input.userIds, input.agentFlag);
        return null;
      },
    ),
  ),
  route(userCalls.resetPassword, ({ db, actor, input }) =>
    recordingRefusal(pool.db, actor, { what: 'user.password', subject: people(input.userIds) }, async () => {
      await confirmIdentity(pool.db, actor, input.currentPassword);
      await resetPasswords(db, actor, input.userIds, input.password);
      return null;
    }),
  ),
  route(userCalls.rename, ({ db, actor, input }) =>
    recordingRefusal(pool.db, actor, { what: 'user.rename', subject: `user ${input.id}` }, async () => {
      await confirmIdentity(pool.db, actor, input.currentPassword);
      await renameUser(db, actor, input);
      return null;
    }),
  ),
];
