import { z } from 'zod';
import { goalStatuses, goalTypes, goalYears, months, type Month } from '#shared/crm/goals/goal.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, jsonText, optionalId, optionalInt } from '#shared/wire/values.ts';

const perMonth = <T extends z.ZodType>(shape: T) =>
  Object.fromEntries(months.map((month) => [month, shape])) as Record<Month, T>;

const asked = {
  year: z.coerce.number().int().min(goalYears.least).max(goalYears.most),
  /** 2 of departments, 3 of people. */
  type: z.coerce.number().pipe(z.literal(Object.values(goalTypes))),
  /** 1 contract money, 2 money received. */
  status: z.coerce.number().pipe(z.literal(Object.values(goalStatuses))),
};

/** The goal of a department or a person in a year; zeros where none is set. Amounts have two decimals. */
const goal = z.object({
  /** Whose it is: one of the two, and the same again. */
  deptId: z.int().optional(),
  userId: z.int().optional(),
  objId: z.int(),
  name: z.string(),
  type: z.literal(Object.values(goalTypes)),
  year: z.int(),
  status: z.literal(Object.values(goalStatuses)),
  ...perMonth(z.string()),
  /** The sum of the months. */
  yeartarget: z.string(),
  /** Changes with every save; 0 for a goal that is not set. */
  version: z.int(),
  /** 1 of a person who is disabled: the goal counts, and is not changed any more. */
  isDisabled: flag,
});
export type GoalRow = z.output<typeof goal>;

/** An amount as people write it; checked where the message can name whose it is. */
const amount = z.union([z.string().max(100), z.number(), z.null()]).optional();

const sentGoal = z.object({
  ...asked,
  objId: optionalId,
  deptId: optionalId,
  userId: optionalId,
  ...perMonth(amount),
  /** Of the goal as it was read; one that somebody has changed since is refused. Without it what is stored is replaced. */
  version: optionalInt(0, Number.MAX_SAFE_INTEGER),
});
export type SentGoal = z.output<typeof sentGoal>;

const access = 'manage:crm:achievement';

export const goalCalls = {
  /** Of a department and its children, or of the people of a department or one of them. */
  list: endpoint({
    path: 'achievement/queryAchievementList',
    access,
    ids: { deptId: 'dept', userId: 'user' },
    input: z.object({ ...asked, deptId: optionalId, userId: optionalId }),
    output: z.array(goal),
    codes: ['dept.unknown', 'user.unknown', 'input.id'],
  }),
  /** Replaces goals, all or none; those that are left out stay. Absent months are 0. */
  save: endpoint({
    path: 'achievement/setAchievement',
    access,
    effect: 'write',
    ids: { 'data.objId': 'reference', 'data.deptId': 'dept', 'data.userId': 'user' },
    input: z.object({ data: z.preprocess(jsonText, z.array(sentGoal).max(1000)) }),
    bareList: 'data',
    output: done,
    codes: [
      'goal.no_object',
      'goal.unknown_dept',
      'goal.unknown_user',
      'goal.twice',
      'goal.amount',
      'goal.disabled',
      'goal.changed_since',
    ],
  }),
};

export const goalErrors = {
  'goal.no_object': 422,
  'goal.unknown_dept': 422,
  'goal.unknown_user': 422,
  'goal.twice': 422,
  'goal.amount': 422,
  'goal.disabled': 422,
  'goal.changed_since': 409,
} as const;
type GoalErrors = typeof goalErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends GoalErrors {}
}

/** Whose goal it is. */
export const objectOf = ({ type, objId, deptId, userId }: Pick<SentGoal, 'type' | 'objId' | 'deptId' | 'userId'>) =>
  objId ?? (type === goalTypes.dept ? deptId : userId);
