import { readAnswer } from '#web/lib/http/answer.ts';
import { isCallError, type CallError } from '#web/lib/http/call-error.ts';
import { transmit } from '#web/lib/http/transport.ts';
import {
  accessToken,
  rereadAccessToken,
  setAccessToken,
  type AccessToken,
  type TokenAnswer,
} from '#web/lib/session/access-token.ts';
import { currentView } from '#web/lib/session/viewing.ts';
import { announceEnd } from '#web/lib/session/session-end.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';

/** Renew when less than this remains (R4.6). */
const margin = 20 * 60_000;
const checkEvery = 60_000;
/** From a call with an invalid token to the logout, in milliseconds (R4.9). */
const brokenDelay = 1000;

let running: Promise<AccessToken | null> | null = null;

/**
 * A token in place of `stale`, from the first tab to renew it; null when the server says that this login is over.
 * Throws `CallError` when the server cannot be reached, as the outcome is unknown then.
 */
export function renew(stale: string): Promise<AccessToken | null> {
  running ??= acrossTabs(() => fetchToken(stale)).finally(() => (running = null));
  return running;
}

/**
 * The token to send with a call. One that ends soon is renewed in the background, one that has ended before the call.
 */
export async function usableToken(): Promise<AccessToken | null> {
  const token = accessToken();
  if (!token) return null;
  // a view cannot be renewed: the server says when it is over
  if (currentView()) return token;
  const remaining = token.expiresAt - Date.now();
  if (remaining <= 0) return (await renew(token.value)) ?? token;
  if (remaining < margin) renewQuietly(token);
  return token;
}

/** Keeps the login of an open page alive while no calls are made. Returns a function that stops it. */
export function keepRenewed(): () => void {
  const check = () => {
    const token = currentView() ? null : accessToken();
    if (token && token.expiresAt - Date.now() < margin) renewQuietly(token);
  };
  const timer = setInterval(check, checkEvery);
  // timers pause while the machine sleeps
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** The next call meets the problem and reports it. */
function renewQuietly(token: AccessToken): void {
  renew(token.value).catch(() => undefined);
}

/**
 * One at a time across all tabs. Without https there are no locks; the server then returns the same pair to all tabs
 * (security C9).
 */
const acrossTabs = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('session-renewal', work) : work();

async function fetchToken(stale: string): Promise<AccessToken | null> {
  if (currentView()) {
    announceEnd('revoked');
    return null;
  }
  const stored = rereadAccessToken();
  if (!stored || stored.value !== stale) return stored;
  try {
    const response = await transmit(sessionCalls.refresh, {}, {});
    const answer = (await readAnswer(sessionCalls.refresh, response)) as TokenAnswer;
    return setAccessToken(answer, response.headers.get('date'));
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (error.status === 401) announceEnd('refused');
    else if (isBroken(error)) setTimeout(() => announceEnd('refused'), brokenDelay);
    if (error.code === 401 || error.code === 302) return null;
    throw error;
  }
}

/** An answer that is not ours and will not improve by waiting (R4.9). */
const isBroken = ({ fault, status }: CallError): boolean =>
  fault === 'answer' && status >= 400 && status !== 429 && status !== 503;
