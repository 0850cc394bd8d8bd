import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, nothing, optionalId } from '#shared/wire/values.ts';

/** Errors of looking at the product as somebody else. */
export const viewingErrors = {
  'session.view_only': 403,
  'session.view_over': 302,
  'viewing.whom': 422,
} as const;
type ViewingErrors = typeof viewingErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ViewingErrors {}
}

/** Looking at the product as a person, or by the rights of one role: nothing can be changed or taken along. */
export const viewingCalls = {
  /**
   * A token that reads only, and ends with the caller's own login and with any change of the organisation. A person is
   * for super administrators alone, who see all that there is; a role shows the caller's own place by its rights.
   */
  start: endpoint({
    path: 'system/viewAs/start',
    access: 'manage:permission:update',
    effect: 'write',
    ids: { userId: 'user', roleId: 'role' },
    input: z.object({ userId: optionalId, roleId: optionalId }),
    output: z.object({
      access_token: z.string(),
      user_id: z.int(),
      /** When it ends, in seconds since 1970. */
      exp: z.int(),
      /** Of the person or the role. */
      name: z.string(),
    }),
    codes: ['viewing.whom', 'user.unknown', 'role.unknown', 'rights.lacking', 'access.denied'],
  }),
  /** Ends the token that the call is made with. */
  end: endpoint({
    path: 'system/viewAs/end',
    access: 'login',
    effect: 'write',
    whileViewing: 'allowed',
    input: nothing,
    output: done,
    codes: ['access.record'],
  }),
};
