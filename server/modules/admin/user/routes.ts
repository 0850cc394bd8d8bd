import { bookByDepartment, bookByInitial, listUsers, usersOfDepartment } from '#server/modules/admin/user/queries.ts';
import {
  addUser,
  renameUser,
  resetPasswords,
  setAgent,
  setStatus,
  setUser,
} from '#server/modules/admin/user/writes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { requireCurrentPassword } from '#server/platform/session/credentials.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

export const userRoutes = (services: Services): Route[] => {
  /** Where the caller sends the own password, it has to be right (security N11). */
  const confirmed = async (actor: Actor, password: string | undefined): Promise<void> => {
    if (password !== undefined)
      await requireCurrentPassword(services.pool.db, { userId: actor.userId, address: actor.address }, password);
  };
  return [
    route(userCalls.list, async ({ db, actor, input }) => {
      if (input.pageType === 0) return (await listUsers(db, actor, input, null)).rows;
      const { rows, total } = await listUsers(db, actor, input, {
        limit: input.limit,
        offset: (input.page - 1) * input.limit,
      });
      return pageAnswer(rows, total, input.page, input.limit);
    }),
    route(userCalls.byDepartment, async ({ db, input }) => usersOfDepartment(db, input.deptId)),
    route(userCalls.byStructure, async ({ db, input }) => usersOfDepartment(db, input.deptId)),
    route(userCalls.addressBook, async ({ db, input }) => bookByInitial(db, input.search)),
    route(userCalls.addressBookByDepartment, async ({ db, input }) => bookByDepartment(db, input.name)),
    route(userCalls.add, async ({ db, actor, input }) => ({ userId: await addUser(db, actor, input) })),
    route(userCalls.set, async ({ db, actor, input }) => {
      await confirmed(actor, input.currentPassword);
      await setUser(db, actor, input);
      return null;
    }),
    route(userCalls.setStatus, async ({ db, actor, input }) => {
      await setStatus(db, actor, input.userIds, input.status);
      return null;
    }),
    route(userCalls.setAgent, async ({ db, actor, input }) => {
      await setAgent(db, actor, input.userIds, input.agentFlag);
      return null;
    }),
    route(userCalls.resetPassword, async ({ db, actor, input }) => {
      await confirmed(actor, input.currentPassword);
      await resetPasswords(db, actor, input.userIds, input.password);
      return null;
    }),
    route(userCalls.rename, async ({ db, actor, input }) => {
      await confirmed(actor, input.currentPassword);
      await renameUser(db, actor, input);
      return null;
    }),
  ];
};
