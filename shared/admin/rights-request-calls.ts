import { z } from 'zod';
import { currentPassword, unconfirmed } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, longText, nothing, page, pageOf, someIds } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    rights_request: true;
  }
}

export const requestStates = { waiting: 0, confirmed: 1, declined: 2, withdrawn: 3 } as const;
export const requestViews = { mine: 1, asked: 2 } as const;

const request = z.object({
  requestId: z.int(),
  askedBy: z.int(),
  askedByName: z.string(),
  askedAt: z.string(),
  /** What would change and for whom, a sentence each, in the reader's language. */
  changes: z.array(z.string()),
  /** What the change gives and the one who asked lacks. */
  gains: z.string(),
  state: z.int(),
  /** 1 = what it was asked on has changed since, so it cannot be confirmed. */
  isStale: flag,
  /** 1 = the caller may confirm or decline it. */
  mayDecide: flag,
  /** 1 = somebody gets a one-time link, shown once to whoever confirms. */
  hasLink: flag,
  decidedByName: z.string(),
  decidedAt: z.string(),
  reason: z.string(),
});
export type RightsRequest = z.infer<typeof request>;

const handedOver = z.object({
  userId: z.int(),
  realname: z.string(),
  username: z.string(),
  /** Opens `/set-password#…` once, for 24 hours. */
  token: z.string(),
});
export type HandedOver = z.infer<typeof handedOver>;

/** Requests decided by one call at most. */
export const mostDecided = 50;

const undecided = ['access.record', 'rights.decided'] as const;

/** Requests for rights: open to everybody with a login, since whoever has what is asked for decides (security A15). */
export const rightsRequestCalls = {
  list: endpoint({
    path: 'system/rightsRequest/queryList',
    whileViewing: 'refused',
    access: 'login',
    input: z.object({
      /** 1 those that the caller may decide, 2 the caller's own. */
      type: z.coerce.number().int().min(1).max(2).default(requestViews.mine),
      page,
      limit: limit(),
    }),
    output: pageOf(request),
    codes: ['input.page_too_deep'],
  }),
  /** Numbers for the to-do page. */
  count: endpoint({
    path: 'system/rightsRequest/queryCount',
    whileViewing: 'refused',
    access: 'login',
    input: nothing,
    output: z.object({ waiting: z.int(), decided: z.int() }),
  }),
  confirm: endpoint({
    path: 'system/rightsRequest/confirm',
    access: 'login',
    effect: 'write',
    rate: 'heavy',
    ids: { requestId: 'rights_request' },
    input: z.object({ requestId: id, currentPassword }),
    output: z.object({ links: z.array(handedOver) }),
    codes: [
      ...undecided,
      'rights.stale',
      'rights.lacking',
      'user.unknown',
      'user.superior',
      'user.username_taken',
      'role.unknown',
      'role.fixed',
      'role.last',
      'dept.unknown',
      'dept.cycle',
      'dept.name_taken',
      'user.super_admin',
      'user.last_admin',
      ...unconfirmed,
    ],
  }),
  /** Confirms or declines many at once, and says of each whether it was done; a foreign one refuses the whole. */
  decideMany: endpoint({
    path: 'system/rightsRequest/decideMany',
    access: 'login',
    effect: 'write',
    rate: 'heavy',
    ids: { requestIds: 'rights_request' },
    input: z.object({
      requestIds: someIds.refine((list) => list.length <= mostDecided),
      confirm: flag,
      reason: longText(200).default(''),
      currentPassword,
    }),
    output: z.object({
      /** In the order of the ids; `msg` says why one was not done, and is empty otherwise. */
      results: z.array(z.object({ requestId: z.int(), msg: z.string() })),
      links: z.array(handedOver),
    }),
    codes: ['access.record', ...unconfirmed],
  }),
  decline: endpoint({
    path: 'system/rightsRequest/decline',
    access: 'login',
    effect: 'write',
    ids: { requestId: 'rights_request' },
    input: z.object({ requestId: id, reason: longText(200).default('') }),
    output: done,
    codes: undecided,
  }),
  /** Takes back one's own. */
  withdraw: endpoint({
    path: 'system/rightsRequest/withdraw',
    access: 'login',
    effect: 'write',
    ids: { requestId: 'rights_request' },
    input: z.object({ requestId: id }),
    output: done,
    codes: undecided,
  }),
  /** The caller has seen how their requests ended. */
  seen: endpoint({
    path: 'system/rightsRequest/markSeen',
    access: 'login',
    effect: 'write',
    ids: { requestIds: 'rights_request' },
    input: z.object({ requestIds: someIds }),
    output: done,
    codes: ['access.record'],
  }),
};
