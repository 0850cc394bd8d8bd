import { z } from 'zod';
import { passwordInput } from '#shared/auth/session-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done } from '#shared/wire/values.ts';

export const setupCalls = {
  /**
   * Creates the first administrator with the token of the set-up link; afterwards the call does not exist (security
   * O3).
   */
  createAdmin: endpoint({
    path: 'setup/createAdmin',
    access: 'public',
    effect: 'write',
    rate: 'login',
    input: z.object({ token: z.string().max(200), password: passwordInput }),
    output: done,
    codes: ['http.not_found', 'password.length', 'password.common'],
  }),
  /** Sets a password with the token of a one-time link, which then ends (security N12). */
  setPassword: endpoint({
    path: 'setup/setPassword',
    access: 'public',
    effect: 'write',
    rate: 'login',
    input: z.object({ token: z.string().max(200), password: passwordInput }),
    output: done,
    codes: ['password.link', 'password.length', 'password.common'],
  }),
};
