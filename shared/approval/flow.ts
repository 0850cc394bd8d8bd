import { z } from 'zod';
import { steadyOperators } from '#shared/record/operator.ts';
import { idList, optionalInt, text } from '#shared/wire/values.ts';

/**
 * Who decides a step: 1 the owner's superior, 2 any one of those listed, 3 all of them, 4 the superior of the previous
 * approver, 6 those listed one after the other. 5 is the creator, who is shown in front of the steps.
 */
export const stepTypes = { superior: 1, any: 2, all: 3, nextSuperior: 4, creator: 5, inOrder: 6 } as const;
export type StepType = (typeof stepTypes)[keyof typeof stepTypes];
/** Step types whose approvers are listed. */
export const listedStepTypes: readonly StepType[] = [stepTypes.any, stepTypes.all, stepTypes.inOrder];

/** 1: steps are fixed. 2: the submitter chooses the first approver, and each approver the next one or the end. */
export const examineTypes = { fixed: 1, chosen: 2 } as const;
export const flowStatuses = { disabled: 0, enabled: 1, deleted: 2 } as const;

/** Most steps of a flow, approvers of a step, and working hours that a step may take. */
const flowLimits = { steps: 20, people: 50, hours: 1000, conditions: 20 } as const;

const list = <T extends z.ZodType>(of: T, most: number) => z.preprocess((value) => value ?? [], z.array(of).max(most));
const people = idList.refine((ids) => ids.length <= flowLimits.people, { params: { code: 'input.too_many' } });

export const flowStep = z.object({
  stepType: z.coerce
    .number()
    .int()
    .refine((value) => value >= 1 && value <= 6 && value !== stepTypes.creator),
  checkUserId: people,
  /** People who get a copy when the step begins. */
  ccUserId: people,
  /** Working hours within which it should be decided. */
  hours: optionalInt(1, flowLimits.hours),
});
export type FlowStep = z.output<typeof flowStep>;

/** One condition on the facts of a document; all conditions of a flow must hold. */
export const flowCondition = z.object({
  /** `amount`, `department` (which includes those above it), or a field of the document. */
  fieldName: text(100),
  condition: z.enum(steadyOperators),
  value: z
    .union([z.string().max(200), z.number(), z.array(z.union([z.string().max(200), z.number()])).max(200)])
    .nullish(),
});
export type FlowCondition = z.output<typeof flowCondition>;

export const flowInput = z.object({
  categoryType: z.coerce.number().int().min(1).max(99),
  examineType: z.coerce.number().int().min(1).max(2),
  name: text(100),
  remarks: text(255).default(''),
  /** The departments and people that the flow is described as being for; conditions decide. */
  userIds: people,
  deptIds: people,
  /** None for the default flow of its category. */
  conditions: list(flowCondition, flowLimits.conditions),
  ccUserId: people,
  step: list(flowStep, flowLimits.steps),
});
export type FlowInput = z.output<typeof flowInput>;

/** A stored flow; rows never change, an edit makes a new one. */
export interface Flow extends Omit<FlowInput, 'step' | 'ccUserId'> {
  readonly examineId: number;
  readonly steps: readonly FlowStep[];
  readonly ccUserIds: readonly number[];
}
