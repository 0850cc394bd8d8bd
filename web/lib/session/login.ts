import { call } from '#web/lib/http/client.ts';
import { readAnswer } from '#web/lib/http/answer.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { transmit } from '#web/lib/http/transport.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { clearStored, setAccessToken } from '#web/lib/session/access-token.ts';
import { keepHint } from '#web/lib/session/permissions.ts';
import { sessionBegins, sessionLeaves } from '#web/lib/session/session-end.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/**
 * A one-time password has to be entered again to change it; kept in memory until then so that the user types it once.
 */
let oneTimePassword: string | undefined;
export const typedOneTimePassword = (): string | undefined => oneTimePassword;

/** Logs in. Throws `CallError`, which the form shows. */
export async function logIn(username: string, password: string): Promise<void> {
  const response = await transmit(sessionCalls.login, { username, password, type: 1 }, {});
  const answer = (await readAnswer(sessionCalls.login, response)) as OutputOf<typeof sessionCalls.login>;
  queryClient.clear();
  setAccessToken(answer, response.headers.get('date'));
  keepHint(answer.user_id, answer.auth);
  queryClient.setQueryData(callQuery(sessionCalls.auth, {}).queryKey, answer.auth);
  queryClient.setQueryData(callQuery(personCalls.self, {}).queryKey, answer.user);
  oneTimePassword = answer.mustChangePassword === 1 ? password : undefined;
  sessionBegins();
}

/** Logs out and goes to the login page, also when the server cannot be reached. */
export async function logOut(): Promise<void> {
  sessionLeaves();
  await call(sessionCalls.logout, {}, { quiet: true }).catch(() => undefined);
  leave();
}

/** Forgets the login and reloads the login page: nothing of this user stays in memory. */
export function leave(address = '/login'): void {
  clearStored();
  location.assign(address);
}

/** The address of the login page that returns to `path`. */
export const loginAddress = (path: string): string =>
  path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;

/** Where to go after the login: a page of ours or the start page, never another site (security N8). */
export function redirectTarget(redirect: string | null, origin = location.origin): string {
  const url = redirect?.startsWith('/') ? URL.parse(redirect, origin) : null;
  if (url?.origin !== origin || url.pathname === '/login') return '/';
  return url.pathname + url.search + url.hash;
}

/** Changes one's own password, which ends every login of this person. Throws `CallError`, after showing a toast. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  // the stream ends before the answer arrives, which is not reported
  sessionLeaves();
  try {
    await call(personCalls.updatePassword, { oldPwd: oldPassword, newPwd: newPassword });
  } catch (error) {
    sessionBegins();
    throw error;
  }
}
