import { ownUserOf } from '#server/modules/auth/person/api.ts';
import { publicRoute, route, type Call, type Route } from '#server/platform/http/route.ts';
import { secretOf } from '#server/platform/database/secrets.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { endLogins, loginOf, type Granted } from '#server/platform/session/logins.ts';
import { openOriginCheck, refreshCookie } from '#server/platform/session/origin.ts';
import { refreshLogin } from '#server/platform/session/refresh.ts';
import { absoluteSeconds } from '#server/platform/session/tokens.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { loginWithPassword } from './check-password.ts';
import { permissionTree } from './permission-tree.ts';

const tokensOf = (login: Granted) => ({
  'Admin-Token': login.accessToken,
  access_token: login.accessToken,
  user_id: login.userId,
  exp: login.exp,
});

const remember = (call: Pick<Call<unknown>, 'setCookie'>, login: Granted): void =>
  call.setCookie(refreshCookie, login.refreshToken, absoluteSeconds);

export const sessionRoutes = (services: Services): Route[] => {
  const origin = openOriginCheck({ publicUrl: services.config.publicUrl });
  const { db } = services.pool;
  return [
    publicRoute(sessionCalls.login, async (call) => {
      const { username, password, type } = call.input;
      if (username === '' || password === '') throw new AppError('session.name_required');
      const { address, userAgent, saidLanguage } = call;
      const login = await loginWithPassword(db, { username, password, client: type, userAgent, address, saidLanguage });
      // a form of a foreign page must not log a browser in as another person: it gets no cookie
      if (origin.isOwnPage(call.raw.request)) {
        const former = call.cookies[refreshCookie];
        const formerLogin = former === undefined ? null : await loginOf(db, former);
        if (formerLogin !== null) await endLogins(db, { loginId: formerLogin, reason: 'replaced' });
        remember(call, login);
      }
      const actor = await services.gate.actorFor(db, login.userId);
      const user = await ownUserOf(db, actor);
      return {
        ...tokensOf(login),
        refresh_token: login.refreshToken,
        user,
        auth: permissionTree(actor.rights),
        mustChangePassword: user.mustChangePassword,
      };
    }),

    route(sessionCalls.logout, async ({ db: trx, actor, address, cookies, setCookie, setHeader }) => {
      const former = cookies[refreshCookie];
      const logins = [actor.loginId, former === undefined ? null : await loginOf(trx, former)];
      for (const loginId of logins) {
        if (loginId !== null) await endLogins(trx, { userId: actor.userId, loginId, reason: 'logout' });
      }
      await audit(trx, {
        userId: actor.userId,
        what: 'logout',
        subject: `login ${actor.loginId ?? ''}`,
        result: 'done',
        address,
      });
      setCookie(refreshCookie, '', 0);
      // the HTTP cache has no company data (no-store) and speeds up the next visit: it is kept (security W7)
      setHeader('clear-site-data', '"cookies", "storage"');
      return null;
    }),

    publicRoute(sessionCalls.refresh, async (call) => {
      const sent = call.input.refreshToken ?? '';
      const login = await refreshLogin(db, {
        secret: await secretOf(db, 'refresh'),
        refreshToken: sent === '' ? (call.cookies[refreshCookie] ?? '') : sent,
        address: call.address,
        notifyReuse: (trx, userId, loginId) =>
          services.push.notify(trx, { type: 'session.reuse', to: [userId], ids: { loginId } }),
      });
      if (sent !== '') return { ...tokensOf(login), refresh_token: login.refreshToken };
      remember(call, login);
      return tokensOf(login);
    }),

    route(sessionCalls.auth, async ({ actor }) => permissionTree(actor.rights)),
  ];
};
