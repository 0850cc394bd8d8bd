/** `revoked`: the user is informed first (code 302); `refused`: HTTP 401, logged out at once (R4.7, R4.8). */
export type SessionEnd = 'revoked' | 'refused';

type Listener = (end: SessionEnd) => void;
let listener: Listener | null = null;
let isAnnounced = false;
let isLeaving = false;

/** Ten calls may receive it at the same time; only the first counts until the next login. */
export function announceEnd(end: SessionEnd): void {
  if (isAnnounced) return;
  isAnnounced = true;
  listener?.(end);
}

/** The page that handles it. */
export function onSessionEnd(handle: Listener): () => void {
  listener = handle;
  return () => {
    if (listener === handle) listener = null;
  };
}

export function sessionBegins(): void {
  isAnnounced = false;
  isLeaving = false;
}

/** The user logs out deliberately: no message is needed. */
export function sessionLeaves(): void {
  isAnnounced = true;
  isLeaving = true;
}

/** This page is already leaving. */
export const isSessionLeaving = (): boolean => isLeaving;
