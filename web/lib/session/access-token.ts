import { keepPreferences } from '#web/lib/preferences.ts';
import { loginStorage } from '#web/lib/session/viewing.ts';

export interface AccessToken {
  readonly value: string;
  readonly userId: number;
  /** Milliseconds since 1970 by this machine's own clock. */
  readonly expiresAt: number;
}

/** The answer of the login and refresh calls. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly user_id: number;
  /** Seconds since 1970 by the server's clock. */
  readonly exp: number;
}

const storageKey = 'Admin-Token';
/**
 * Shared by all tabs, so that one renewal serves them all. The refresh token is in a cookie that no script can read.
 */
const storage = loginStorage();
let current: AccessToken | null = readStored();

export const accessToken = (): AccessToken | null => current;

/** `serverTime` is the answer's Date header: the local clock may be wrong, but the remaining time is not. */
export function setAccessToken(answer: TokenAnswer, serverTime: string | null): AccessToken {
  const now = Date.now();
  const sent = Date.parse(serverTime ?? '') || now;
  current = { value: answer.access_token, userId: answer.user_id, expiresAt: now + answer.exp * 1000 - sent };
  storage?.setItem(storageKey, JSON.stringify(current));
  return current;
}

/** Another tab may have renewed it since. */
export function rereadAccessToken(): AccessToken | null {
  if (storage) current = readStored();
  return current;
}

/** Clears everything stored for this login (R4.11, security W7); preferences do not belong to the login. */
export function clearStored(): void {
  current = null;
  storage?.clear();
  (globalThis.sessionStorage as Storage | undefined)?.clear();
  keepPreferences();
}

/** Reports when another tab logged out, or in as another person. Renewals are taken over silently. */
export function onLoginElsewhere(listener: (change: 'gone' | 'other') => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // null: everything was cleared at once
    if (event.key !== storageKey && event.key !== null) return;
    const before = current;
    current = readStored();
    if (!before) return;
    if (!current) listener('gone');
    else if (current.userId !== before.userId) listener('other');
  };
  addEventListener('storage', handleStorage);
  return () => removeEventListener('storage', handleStorage);
}

function readStored(): AccessToken | null {
  try {
    const stored = JSON.parse(storage?.getItem(storageKey) ?? 'null') as Partial<AccessToken> | null;
    if (typeof stored?.value !== 'string' || typeof stored.userId !== 'number' || typeof stored.expiresAt !== 'number')
      return null;
    return { value: stored.value, userId: stored.userId, expiresAt: stored.expiresAt };
  } catch {
    return null;
  }
}
