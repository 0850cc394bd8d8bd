import { z } from 'zod';
import { email, mobilePattern, required, roles } from '#shared/admin/user-calls.ts';
import { passwordInput } from '#shared/auth/session-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, nothing, page, pageOf, someIds, text } from '#shared/wire/values.ts';

/** Errors of applications by a link. */
export const inviteErrors = { 'invite.decided': 409 } as const;
type InviteErrors = typeof inviteErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends InviteErrors {}
}
declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    invite: true;
    invite_application: true;
  }
}

/** How long a link may be valid, and how many people may come by it. */
export const inviteDays = { least: 1, most: 30, usual: 7 } as const;
export const invitePeople = { least: 1, most: 500, usual: 50 } as const;
/** Applications of a minute that are taken from an address, and by a link. */
export const invitePerMinute = { address: 20, link: 60 } as const;
/** After so many days an application that nobody accepted is removed. */
export const applicationDays = 30;
/** Applications decided by one call at most. */
export const mostApplications = 50;

/** `over` after its days, `full` when as many have come as may, `lost` without its department. */
export const inviteStates = ['open', 'over', 'full', 'ended', 'lost'] as const;
export type InviteState = (typeof inviteStates)[number];

const access = 'manage:users:userSave';
const number = ({ least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number }) =>
  z.coerce.number().int().min(least).max(most).default(usual);

/** What whoever comes by a link gets. */
const place = { deptName: z.string(), roleNames: z.array(z.string()) };

const invite = z.object({
  inviteId: z.int(),
  ...place,
  createUserName: z.string(),
  createTime: z.string(),
  validUntil: z.string(),
  /** People who wait or were accepted, of how many. */
  used: z.int(),
  most: z.int(),
  state: z.enum(inviteStates),
});
export type InviteInfo = z.output<typeof invite>;

const application = z.object({
  applicationId: z.int(),
  realname: z.string(),
  username: z.string(),
  email: z.string(),
  ...place,
  /** Who made the link. */
  inviterName: z.string(),
  createTime: z.string(),
  /** How often the same number was sent again, perhaps by somebody else; the first one counts. */
  again: z.int(),
  /** 1 = somebody here has this number already. */
  isTaken: flag,
});
export type InviteApplication = z.output<typeof application>;

/** Links by which people ask to be let in (docs/decisions/invite.md). */
export const inviteCalls = {
  /** The token is told here alone; it opens `/join/<token>`. */
  create: endpoint({
    path: 'system/invite/create',
    access,
    effect: 'write',
    ids: { deptId: 'dept', roleIds: 'role' },
    input: z.object({
      deptId: id,
      roleIds: z.preprocess((value) => value ?? '', roles),
      days: number(inviteDays),
      most: number(invitePeople),
    }),
    output: z.object({ inviteId: z.int(), token: z.string(), validUntil: z.string() }),
    codes: ['dept.unknown', 'role.unknown', 'role.last', 'rights.lacking'],
  }),
  /** The reader's own links and those whose roles the reader may give, newest first. */
  list: endpoint({
    path: 'system/invite/queryPageList',
    access,
    input: z.object({ page, limit: limit() }),
    output: pageOf(invite),
    codes: ['input.page_too_deep'],
  }),
  /** Nobody applies by it any more; who has applied still waits. */
  end: endpoint({
    path: 'system/invite/end',
    access,
    effect: 'write',
    ids: { inviteId: 'invite' },
    input: z.object({ inviteId: id }),
    output: done,
    codes: ['access.record'],
  }),
  /** What waits for whoever may give the roles of its link, oldest first. */
  applications: endpoint({
    path: 'system/invite/queryApplications',
    whileViewing: 'refused',
    access,
    input: z.object({ page, limit: limit() }),
    output: pageOf(application),
    codes: ['input.page_too_deep'],
  }),
  /**
   * Accepts or refuses many, each by itself; one that is not for the caller refuses the whole. Whoever is accepted is added
   * as by `system/user/addUser`, with what the link says and the caller may give at this moment.
   */
  decide: endpoint({
    path: 'system/invite/decide',
    access,
    effect: 'write',
    rate: 'heavy',
    ids: { applicationIds: 'invite_application' },
    input: z.object({
      applicationIds: someIds.refine((list) => list.length <= mostApplications),
      accept: flag,
    }),
    output: z.object({
      /** `msg` says why it was not done, or what of the roles waits for a confirmation. */
      results: z.array(z.object({ applicationId: z.int(), isDone: flag, msg: z.string() })),
    }),
    codes: ['access.record'],
  }),
  /** Asks to be let in. The answer is the same whatever the link is and whoever is here already. */
  apply: endpoint({
    path: 'system/invite/apply',
    access: 'public',
    effect: 'manual',
    rate: 'login',
    input: z.object({
      token: text(100),
      realname: required(50, 'user.name_required'),
      username: required(40, 'user.username_required').refine((value) => mobilePattern.test(value), {
        params: { code: 'user.username_format' },
      }),
      email: email.default(''),
      password: passwordInput,
    }),
    output: nothing,
    codes: [
      'user.name_required',
      'user.username_required',
      'user.username_format',
      'field.email',
      'password.length',
      'password.common',
      'session.busy',
      'http.too_many',
    ],
  }),
};
