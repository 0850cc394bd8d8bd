import { z } from 'zod';
import { handOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, jsonText, limit, optionalId, page, pageOf, text } from '#shared/wire/values.ts';

/** Errors of hand-overs. */
export const handOverErrors = {
  'hand_over.themselves': 422,
  'hand_over.no_superior': 422,
  'hand_over.field': 422,
  'hand_over.nothing': 422,
  'hand_over.running': 409,
  'hand_over.started': 409,
  'hand_over.not_done': 409,
  'hand_over.moved': 409,
  'hand_over.cannot_decide': 422,
} as const;
type HandOverErrors = typeof handOverErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends HandOverErrors {}
}
declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    hand_over: true;
  }
}

/** `planned` is a preview that nothing has been written of. */
export const handOverStates = ['planned', 'running', 'done', 'undoing', 'undone'] as const;
export type HandOverState = (typeof handOverStates)[number];

/** The right to hand over; what is handed over needs its own. */
export const handOverAccess = 'manage:users:userEnables';
const access = handOverAccess;

const person = z.object({ userId: z.int(), realname: z.string() });

const share = person.extend({ count: z.int() });

const part = z.object({
  holding: z.string(),
  title: z.string(),
  /** What they get, the largest share first. */
  shares: z.array(share),
  done: z.int(),
  /** Written by nobody, because it was changed meanwhile or somebody may not have it. */
  left: z.int(),
});

const handOver = z.object({
  handOverId: z.int(),
  from: person,
  by: person,
  state: z.enum(handOverStates),
  total: z.int(),
  done: z.int(),
  left: z.int(),
  /** Taken back no more: too long ago, or by whom neither did it nor administers all. */
  mayUndo: z.int(),
  createTime: z.string(),
  finishTime: z.string(),
});
export type HandOverInfo = z.output<typeof handOver>;

const wholeHandOver = handOver.extend({
  parts: z.array(part),
  /** What an undo has left as it was, by name; at most 100. */
  kept: z.array(z.string()),
});
export type WholeHandOver = z.output<typeof wholeHandOver>;

const oneId = z.object({ handOverId: id });
const ids = { handOverId: 'hand_over' } as const;

export const handOverCalls = {
  /** What a person holds: records of every type, teams, open approvals, people under them, scenes, rules. */
  held: endpoint({
    path: 'system/handOver/queryHeld',
    access,
    ids: { userId: 'user' },
    input: z.object({ userId: id }),
    output: z.object({
      person: person.extend({ superiorId: z.int(), superiorName: z.string(), status: z.int() }),
      holdings: z.array(
        z.object({
          holding: z.string(),
          title: z.string(),
          total: z.int(),
          /** As much of it as the caller may hand over. */
          movable: z.int(),
          splitFields: z.array(
            z.object({
              fieldName: z.string(),
              label: z.string(),
              values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
            }),
          ),
        }),
      ),
    }),
    codes: ['user.unknown', 'user.super_admin'],
  }),
  /** People who have been disabled and still hold something, with how much; at most 100. */
  waiting: endpoint({
    path: 'system/handOver/queryWaiting',
    access,
    input: z.object({}),
    output: z.array(share.extend({ deptName: z.string() })),
  }),
  /**
   * Plans a hand-over: who gets what by `rule`, or by the rule of a holding. Nothing is written but the plan, which
   * `start` performs; a new one of the same person takes its place.
   */
  plan: endpoint({
    path: 'system/handOver/plan',
    access,
    effect: 'write',
    ids: { userId: 'user' },
    input: z.object({
      userId: id,
      rule: z.preprocess(jsonText, handOverRule),
      rules: z.preprocess(
        jsonText,
        z
          .array(z.object({ holding: text(60), rule: handOverRule }))
          .max(50)
          .default([]),
      ),
    }),
    output: wholeHandOver,
    codes: [
      'user.unknown',
      'user.super_admin',
      'owner.inactive',
      'hand_over.themselves',
      'hand_over.no_superior',
      'hand_over.field',
      'hand_over.nothing',
      'hand_over.running',
    ],
  }),
  /** The pieces of a part, by name, of one person or of all; those that the caller may not read are left out. */
  pieces: endpoint({
    path: 'system/handOver/queryPieces',
    access,
    ids: { ...ids, userId: 'user' },
    input: oneId.extend({ holding: text(60), userId: optionalId, page: page, limit: limit() }),
    output: pageOf(
      z.object({
        name: z.string(),
        realname: z.string(),
        /** Why it stays; empty for all others. */
        reason: z.string(),
      }),
    ),
    codes: ['access.record'],
  }),
  /** Performs a plan, in the background. */
  start: endpoint({
    path: 'system/handOver/start',
    access,
    effect: 'write',
    ids,
    input: oneId,
    output: done,
    codes: ['access.record', 'hand_over.started', 'owner.inactive'],
  }),
  /** One hand-over with its progress. */
  query: endpoint({
    path: 'system/handOver/queryById',
    access,
    ids,
    input: oneId,
    output: wholeHandOver,
    codes: ['access.record'],
  }),
  /** Hand-overs of the last 30 days, the newest first: one's own, all for who administers all. */
  list: endpoint({
    path: 'system/handOver/queryPageList',
    access,
    input: z.object({ page, limit: limit() }),
    output: pageOf(handOver),
  }),
  /** Takes a hand-over back, in the background: what nobody has changed since. Within 30 days. */
  undo: endpoint({
    path: 'system/handOver/undo',
    access,
    effect: 'write',
    ids,
    input: oneId,
    output: done,
    codes: ['access.record', 'hand_over.not_done', 'operation.too_old'],
  }),
};
