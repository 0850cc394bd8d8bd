/** `revoked`: the user is told first (code 302); `refused`: HTTP 401, out at once (R4.7, R4.8). */
export type SessionEnd = 'revoked' | 'refused';

type Listener = (end: SessionEnd) => void;
let listener: Listener | null = null;
let isAnnounced = false;
let isLeaving = false;

/** Ten calls may learn of it at the same time; only the first one counts until the next login. */
export function announceEnd(end: SessionEnd): void {
  if (isAnnounced) return;
  isAnnounced = true;
  listener?.(end);
}

/** The page that acts on it. */
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

/** The user goes by choice: nothing has to be said about it. */
export function sessionLeaves(): void {
  isAnnounced = true;
  isLeaving = true;
}

/** This page is on its way out by itself. */
export const isSessionLeaving = (): boolean => isLeaving;
