import { z } from 'zod';
import { leadsType } from '#shared/crm/leads-type.ts';
import { actionAnswer, versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, idList, jsonText, optionalText, someIds } from '#shared/wire/values.ts';

/** Errors of the schedule and of what is assigned by it. */
export const dutyErrors = {
  'duty.weeks': 422,
  'duty.max_count': 422,
  'duty.adviser': 422,
  'duty.twice': 422,
  'duty.many': 422,
  'duty.nobody': 422,
} as const;
type DutyErrors = typeof dutyErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends DutyErrors {}
}

const maySchedule = 'manage:crm:schedule';
export const mayAssign = permissionOf(leadsType, 'transfer');

/** People of one day, and how many leads each of them can get before it is the next one's turn. */
export const mostAdvisers = 24;
export const mostInARow = 1000;
/** Leads that the page lists. */
export const mostAssigned = 20;

/** Forms send it as text. */
const splitTime = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value === 'true' ? true : value === 'false' ? false : value),
  flag.default(0),
);

/** Why a person of the schedule is passed over on duty; empty when not. */
const lack = z.enum(['', 'disabled', 'agent']);
export type AdviserLack = z.output<typeof lack>;

const adviser = z.object({ userId: z.int(), realname: z.string(), img: z.string(), lack });
export type DutyAdviser = z.output<typeof adviser>;

/** A stretch in which the same people are on duty. Times are `YYYY-MM-DD HH:mm` of the company. */
const spell = z.object({
  startTime: z.string(),
  endTime: z.string(),
  advisers: z.array(adviser),
  /** Who gets the next lead; null in a stretch to come. */
  nextUserId: z.int().nullable(),
  /** Names of those who stand in the plan, but are disabled or agents. */
  passedOver: z.array(z.string()),
});
export type DutySpell = z.output<typeof spell>;

export const dutyCalls = {
  /** Seven or fourteen entries, Monday to Sunday of one week or two, with the names of today. */
  query: endpoint({
    path: 'CrmSchedule/querySchedule',
    access: maySchedule,
    input: z.object({}),
    output: z.object({
      weeks: z.array(z.object({ adviserName: z.string(), adviserCrmUserId: z.string(), splitTimeFlag: z.boolean() })),
      maxCount: z.int(),
      /** The Monday from which two weeks alternate; empty before the first save. */
      startDate: z.string(),
      /** The Monday of the week that is running, and its place in the plan. */
      monday: z.string(),
      currentWeek: z.int(),
      /** Everybody of the plan. */
      advisers: z.array(adviser),
    }),
  }),
  /** Names in it are ignored. `maxCount` counts only while several people are on duty at once on some day. */
  save: endpoint({
    path: 'CrmSchedule/saveSchedule',
    access: maySchedule,
    ids: { 'weeks.adviserCrmUserId': 'user' },
    effect: 'write',
    input: z.object({
      weeks: z.preprocess(jsonText, z.array(z.object({ adviserCrmUserId: idList, splitTimeFlag: splitTime })).max(100)),
      maxCount: optionalText(20),
    }),
    output: done,
    codes: ['duty.weeks', 'duty.max_count', 'duty.adviser', 'duty.twice', 'duty.many', 'user.unknown'],
  }),
  /** Who is on duty at this moment, and who is next; null where nobody is. */
  onDuty: endpoint({
    path: 'CrmSchedule/queryDuty',
    access: [maySchedule, mayAssign],
    input: z.object({}),
    output: z.object({ now: spell.nullable(), next: spell.nullable() }),
  }),
  /** Transfers leads to those who are on duty, in their turn, as one action with one undo. */
  assign: endpoint({
    path: 'CrmSchedule/assignLeads',
    access: mayAssign,
    ids: { leadsIds: leadsType.name },
    effect: 'write',
    // repeated after a lost answer it must not go on to the next adviser
    idempotent: { unless: null },
    input: z.object({ leadsIds: someIds, versions }),
    output: actionAnswer.extend({
      /** Null when every lead was with the right person already. */
      operationId: z.int().nullable(),
      failed: z.array(z.object({ id: z.int(), msg: z.string() })),
      /** Who got how many. */
      advisers: z.array(z.object({ userId: z.int(), realname: z.string(), count: z.int() })),
      passedOver: z.array(z.string()),
    }),
    codes: ['access.record', 'record.conflict', 'record.closed', 'owner.inactive', 'owner.limit', 'duty.nobody'],
  }),
  /** The leads that were assigned last, the newest first. Those outside the reader's data scope have no id and no name. */
  assigned: endpoint({
    path: 'CrmSchedule/queryAssignList',
    access: maySchedule,
    input: z.object({}),
    output: z.array(
      z.object({
        leadsId: z.int().nullable(),
        leadsName: z.string(),
        adviserName: z.string(),
        givenByName: z.string(),
        createTime: z.string(),
        /** 1 = taken back since. */
        isUndone: flag,
      }),
    ),
  }),
};
