import { z } from 'zod';
import { userRow } from '#shared/admin/user-calls.ts';
import { ownUser, passwordInput } from '#shared/auth/session-calls.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { done, flag, id, nothing, optionalId, optionalInt, text } from '#shared/wire/values.ts';

const own = { access: 'login', input: nothing, output: ownUser } as const;

const required = (max: number, code: 'user.name_required' | 'user.username_required') =>
  z.preprocess((value) => value ?? '', text(max)).refine((value) => value !== '', { params: { code } });

/** The person centre (R5.12) and the colleague's card. */
export const personCalls = {
  self: endpoint({ path: 'system/user/queryLoginUser', ...own }),
  /** "A system users info call" and "admin users read" are required without their paths (R3.15). */
  info: endpoint({ path: 'system/user/info', ...own }),
  read: endpoint({ path: 'admin/users/read', ...own }),
  /** Older clients also send their token here; the header identifies the caller (security W2). */
  tokenInfo: endpoint({
    path: 'user/info',
    method: 'GET',
    access: 'login',
    input: z.object({ token: z.string().max(500).optional() }),
    output: ownUser,
  }),
  detail: endpoint({
    path: 'system/user/detail',
    method: 'GET',
    access: 'login',
    ids: { userId: 'user' },
    input: z.object({ userId: id }),
    output: userRow,
    codes: ['access.record'],
  }),
  /** Changes the own profile. Only administrators change login name, mobile, department and post (security A16). */
  update: endpoint({
    path: 'system/user/updateUser',
    access: 'login',
    effect: 'write',
    input: z.object({
      username: required(40, 'user.username_required'),
      realname: required(50, 'user.name_required'),
      sex: optionalInt(0, 2),
      /** Empty removes it; absent keeps it. */
      email: text(254)
        .refine((value) => value === '' || isEmail(value), { params: { code: 'field.email' } })
        .optional(),
    }),
    output: done,
    codes: ['user.name_required', 'user.username_required', 'user.username_fixed', 'field.email'],
  }),
  /** Ends every login of the person, including this one (R4.13, security N5). */
  updatePassword: endpoint({
    path: 'system/user/updatePassword',
    access: 'login',
    effect: 'manual',
    rate: 'login',
    input: z.object({ oldPwd: passwordInput, newPwd: passwordInput }),
    output: done,
    codes: [
      'password.wrong',
      'password.same',
      'password.length',
      'password.common',
      'session.wait',
      'session.busy',
      'session.one_time_expired',
    ],
  }),
  /** Sets the own picture, or anybody's with `manage:users:userUpdate`. */
  updateImg: endpoint({
    path: 'system/user/updateImg',
    access: 'login',
    effect: 'manual',
    ids: { userId: 'user' },
    upload: { kind: 'image', maxBytes: uploadLimits.image, required: true },
    input: z.object({ userId: optionalId }),
    /** Address of the new picture. */
    output: z.object({ img: z.string() }),
    codes: [
      'access.denied',
      'user.unknown',
      'file.missing',
      'file.type',
      'file.empty',
      'file.too_large',
      'file.pixels',
      'file.damaged',
    ],
  }),
};

export const loginRow = z.object({
  loginId: z.int(),
  /** 1 web, 2 mobile. */
  client: z.int(),
  userAgent: z.string(),
  address: z.string(),
  createTime: z.string(),
  lastUsedTime: z.string(),
  /** 1 for the login making the call. */
  isCurrent: flag,
});
export type LoginRow = z.output<typeof loginRow>;

/** The caller's own logins (security N11). */
export const deviceCalls = {
  list: endpoint({
    path: 'system/user/queryLoginList',
    access: 'login',
    whileViewing: 'refused',
    input: nothing,
    output: z.array(loginRow),
  }),
  end: endpoint({
    path: 'system/user/endLogin',
    access: 'login',
    effect: 'write',
    ids: { loginId: 'login' },
    input: z.object({ loginId: id }),
    output: done,
    codes: ['access.record'],
  }),
};
