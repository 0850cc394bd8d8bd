import { z } from 'zod';
import { userRow } from '#shared/admin/user-calls.ts';
import { navigationEntries } from '#shared/platform/navigation.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, nothing, text } from '#shared/wire/values.ts';

const granted = z.record(z.string(), z.record(z.string(), z.literal(true)));

/**
 * `{area: {module: {action: true}}}`: granted actions only. `oa` and `project` are there for everybody (R4.4), unless the
 * company has switched them off.
 */
export const permissionTree = z.object({
  crm: granted.optional(),
  bi: granted.optional(),
  manage: granted.optional(),
  work: granted.optional(),
  oa: granted.optional(),
  project: granted.optional(),
  /** The same rights as a flat list of `area:module:action` (R4.5). */
  allAuth: z.object({ isAdmin: flag, permissions: z.array(z.string()) }),
});
export type PermissionTree = z.output<typeof permissionTree>;

/** The caller's own row: what colleagues see, and private values (R4.3). */
export const ownUser = userRow.extend({
  roles: z.array(z.int()),
  lastLoginTime: z.string().nullable(),
  lastLoginIp: z.string(),
  language: z.enum(['cn', 'en']),
  /** Name of the company's time zone, used for all times on the wire. */
  timeZone: z.string(),
  /** How many rows one export may have. */
  mostExported: z.int(),
  /** Entries of the header that lead out of the product. */
  navigation: z.array(z.object({ entry: z.enum(navigationEntries), url: z.string() })),
  /** 1 while a one-time password has to be changed; until then all other calls are refused (security N12). */
  mustChangePassword: flag,
});
export type OwnUser = z.output<typeof ownUser>;

const tokens = z.object({
  access_token: z.string(),
  user_id: z.int(),
  /** When the access token ends, in seconds since 1970. */
  exp: z.int(),
});

/** Passwords are used as sent: never trimmed. */
export const passwordInput = z.preprocess((value) => value ?? '', z.string().max(1000));

export const sessionCalls = {
  login: endpoint({
    path: 'login',
    access: 'public',
    effect: 'manual',
    rate: 'login',
    input: z.object({
      username: z.preprocess((value) => value ?? '', text(200)),
      password: passwordInput,
      /** 1 web, 2 mobile (R4.1). */
      type: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        z.coerce.number().int().min(1).max(2).default(1),
      ),
    }),
    output: tokens.extend({
      /** The access token again, where older clients read it. */
      'Admin-Token': z.string(),
      refresh_token: z.string(),
      user: ownUser,
      auth: permissionTree,
      mustChangePassword: flag,
    }),
    answer: 'top',
    codes: ['session.name_required', 'session.wrong', 'session.wait', 'session.busy', 'session.one_time_expired'],
  }),
  /** Ends this login with its tokens and streams, and the login of the browser's cookie. */
  logout: endpoint({ path: 'logout', access: 'login', effect: 'write', cookie: true, input: nothing, output: done }),
  /** Issues a new pair for the refresh token in the body, else in the cookie (security N6, W2). */
  refresh: endpoint({
    path: 'refresh',
    access: 'public',
    effect: 'manual',
    rate: 'login',
    cookie: true,
    input: z.object({ refreshToken: z.string().max(200).optional() }),
    /** `refresh_token` is present only when the old one came in the body. */
    output: tokens.extend({ 'Admin-Token': z.string(), refresh_token: z.string().optional() }),
    answer: 'top',
    codes: ['session.refresh_invalid', 'session.revoked', 'http.origin'],
  }),
  auth: endpoint({ path: 'system/role/auth', access: 'login', input: nothing, output: permissionTree }),
};
