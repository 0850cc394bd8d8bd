/** Consecutive failures that open the circuit, and how long it then stays open, in milliseconds (security X9). */
const mostFailures = 5;
const openFor = 30_000;

export interface Circuit {
  /** False while the service counts as down; after that time one attempt at a time is let through. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
}

/** Keeps a failing service from being called again and again, and its callers from waiting for it. */
export function openCircuit(now: () => number = Date.now): Circuit {
  let failures = 0;
  let openUntil = 0;
  return {
    mayTry: () => {
      if (failures < mostFailures) return true;
      if (now() < openUntil) return false;
      openUntil = now() + openFor;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      if (failures >= mostFailures) openUntil = now() + openFor;
    },
  };
}
