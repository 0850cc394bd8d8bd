/** Every answer of a call (R3.4): code 0 is success, 200 is treated as success too. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg?: string;
  readonly data?: T;
  /** Details of an error: the field it concerns, the current value of a conflict. */
  readonly detail?: unknown;
}

export const isSuccess = (code: number): boolean => code === 0 || code === 200;

/**
 * `detail` of a refusal that is lifted by repeating the call with the caller's own password in this key (security N11).
 * A wrong password is refused with it too.
 */
export const passwordKey = 'currentPassword';
export const passwordWanted = { ask: passwordKey } as const;

/** The login was revoked: one dialog, then the login page (R4.7). */
export const codeRevoked = 302;
/** The access token is missing or expired: renew once, then as 302. */
export const codeExpired = 401;
