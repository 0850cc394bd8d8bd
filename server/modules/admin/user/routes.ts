import type { z } from 'zod';
import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { tellWaiting } from '#server/modules/admin/rights/api.ts';
import { changesRoles } from '#server/modules/admin/role/api.ts';
import { route, type Around, type Route, type SignedCall } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { bookByDepartment, bookByInitial } from './address-book.ts';
import { renameUser, resetPasswords, setStatus } from './logins.ts';
import { moveUsers } from './moves.ts';
import { orgChart } from './org-chart.ts';
import { listUsers, usersOfDepartment } from './queries.ts';
import { addUser, setAgent, setUser } from './writes.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

export const userRoutes = ({ pool }: Services): Route[] => {
  /** Records refusals (security O6); `confirm` first confirms the caller's identity (security N11). */
  const administering =
    <I>(
      what: string | ((input: I) => string),
      subject: (input: I) => string = () => '',
      confirm?: (call: SignedCall<I>) => Promise<void>,
      asksFor?: 'told',
    ): Around<I> =>
    (call, work) => {
      const attempt = { what: typeof what === 'string' ? what : what(call.input), subject: subject(call.input) };
      return recordingRefusal(pool.db, call.actor, attempt, async () => {
        await confirm?.(call);
        const answer = await work();
        return asksFor === 'told' ? answer : tellWaiting(answer);
      });
    };
  const confirmed = ({ actor, input }: SignedCall<{ readonly currentPassword?: string | undefined }>): Promise<void> =>
    confirmIdentity(pool.db, actor, input.currentPassword);
  const ofPeople = ({ userIds }: { readonly userIds: readonly number[] }): string => `user ${userIds.join(',')}`;
  return [
    route(userCalls.list, async ({ db, actor, input }) => {
      if (input.pageType === 0) return (await listUsers(db, actor, input, null)).rows;
      const offset = (input.page - 1) * input.limit;
      if (offset > deepest) throw new AppError('input.page_too_deep');
      const { rows, total } = await listUsers(db, actor, input, { limit: input.limit, offset });
      return pageAnswer(rows, total, input.page, input.limit);
    }),
    route(userCalls.byDepartment, ({ db, input }) => usersOfDepartment(db, input.deptId)),
    route(userCalls.chart, ({ db, actor }) => orgChart(db, actor)),
    route(userCalls.byStructure, ({ db, input }) => usersOfDepartment(db, input.deptId)),
    route(userCalls.addressBook, ({ db, actor, input }) => bookByInitial(db, actor, input.search)),
    route(userCalls.addressBookByDepartment, ({ db, actor, input }) => bookByDepartment(db, actor, input.name)),
    route(
      userCalls.add,
      async ({ db, actor, input, language }) => {
        // it works once and expires after 24 h (security N12)
        const { userId, waiting } = await addUser(db, actor, input, (added) =>
          setOneTimePassword(db, added, input.password, actor.userId),
        );
        const msg = waiting && translate(language, 'rights.waiting_part', { names: waiting.names });
        return { userId, waiting: waiting && { ...waiting, msg: msg ?? '' } };
      },
      // the person is there: a refusal would have the call repeated
      administering('user.add', undefined, undefined, 'told'),
    ),
    route(
      userCalls.set,
      async ({ db, actor, input }) => {
        const waiting = await setUser(db, actor, input);
        return waiting && { waiting };
      },
      administering(
        'user.change',
        ({ userId }) => `user ${userId}`,
        async (call) => {
          const { userId, roleIds } = call.input;
          if (roleIds !== undefined && (await changesRoles(pool.db, userId, roleIds))) await confirmed(call);
        },
      ),
    ),
    route(
      userCalls.move,
      async ({ db, actor, input }) => {
        const waiting = await moveUsers(db, actor, input.userIds, input.deptIds);
        return waiting && { waiting };
      },
      administering('user.move', ofPeople),
    ),
    route(
      userCalls.setStatus,
      async ({ db, actor, input }) => {
        const waiting = await setStatus(db, actor, input.userIds, input.status);
        return waiting && { waiting };
      },
      administering<z.output<typeof userCalls.setStatus.input>>(({ status }) => `user.status ${status}`, ofPeople),
    ),
    route(
      userCalls.setAgent,
      async ({ db, actor, input }) => {
        await setAgent(db, actor, input.userIds, input.agentFlag);
        return null;
      },
      administering<z.output<typeof userCalls.setAgent.input>>(({ agentFlag }) => `user.agent ${agentFlag}`, ofPeople),
    ),
    route(
      userCalls.resetPassword,
      async ({ db, actor, input }) => {
        const waiting = await resetPasswords(db, actor, input.userIds, input.password);
        return waiting && { waiting };
      },
      administering<z.output<typeof userCalls.resetPassword.input>>('user.password', ofPeople, confirmed),
    ),
    route(
      userCalls.rename,
      async ({ db, actor, input }) => {
        const waiting = await renameUser(db, actor, input);
        return waiting && { waiting };
      },
      administering<z.output<typeof userCalls.rename.input>>('user.rename', ({ id }) => `user ${id}`, confirmed),
    ),
  ];
};
