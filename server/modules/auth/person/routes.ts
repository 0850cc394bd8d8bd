import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { refreshCookie } from '#server/platform/session/origin.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { changePicture } from './picture.ts';
import { changePassword, changeProfile } from './profile.ts';
import { colleagueOf, ownUserOf } from './queries.ts';

export const personRoutes = (services: Services): Route[] => [
  route(personCalls.self, ({ db, actor }) => ownUserOf(db, actor)),
  route(personCalls.info, ({ db, actor }) => ownUserOf(db, actor)),
  route(personCalls.read, ({ db, actor }) => ownUserOf(db, actor)),
  route(personCalls.tokenInfo, ({ db, actor }) => ownUserOf(db, actor)),
  route(personCalls.detail, ({ db, actor, input }) => colleagueOf(db, actor, input.userId)),

  route(personCalls.update, async ({ db, actor, input }) => {
    await changeProfile(db, actor, input);
    return null;
  }),

  route(personCalls.updatePassword, async ({ actor, input, setCookie }) => {
    await changePassword(services.pool.db, actor, input.oldPwd, input.newPwd);
    setCookie(refreshCookie, '', 0);
    return null;
  }),

  route(personCalls.updateImg, async ({ actor, input, upload }) => {
    if (!upload) throw new AppError('file.missing');
    const { files, pool } = services;
    return { img: await changePicture({ files, db: pool.db }, actor, input.userId ?? actor.userId, upload) };
  }),
];
