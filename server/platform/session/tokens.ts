import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Lifetimes of logins (security N4): access 2 h, idle 72 h, absolute 30 days; in seconds. */
export const accessSeconds = 2 * 3600;
export const idleSeconds = 72 * 3600;
export const absoluteSeconds = 30 * 24 * 3600;
/** A parent used again within this time gets the same child pair (security N6, C9). */
export const refreshGraceSeconds = 10;

export const tokenKinds = { access: 1, refresh: 2 } as const;

/** 256 random bits as text that fits a header. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const looksLikeToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/** The form of a token that the database stores. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The child pair of a refresh token. It is derived from the parent and a secret of the installation, so two tabs that
 * refresh at once get the same pair although the database stores hashes only.
 */
export function childPair(secret: Buffer, refreshToken: string): { access: string; refresh: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${refreshToken}`).digest('base64url');
  return { access: derive('access'), refresh: derive('refresh') };
}
