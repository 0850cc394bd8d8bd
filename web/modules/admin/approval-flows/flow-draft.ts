import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { examineTypes, listedStepTypes, stepTypes, type FlowInput, type StepType } from '#shared/approval/flow.ts';
import type { ListedFlow } from '#shared/approval/flow-calls.ts';
import type { SteadyOperator } from '#shared/record/operator.ts';

export interface StepDraft {
  /** For the page alone. */
  readonly key: string;
  readonly stepType: StepType;
  readonly people: readonly UserChoice[];
  readonly copies: readonly UserChoice[];
  readonly hours: number | null;
}

export interface ConditionDraft {
  readonly key: string;
  readonly fieldName: string;
  readonly condition: SteadyOperator;
  readonly value: string;
  /** Chosen options, or departments by their ids, with their names. */
  readonly chosen: readonly { readonly value: string; readonly name: string }[];
}

/** A flow that is being set up. */
export interface FlowDraft {
  readonly examineId: number | null;
  readonly categoryType: number;
  readonly examineType: 1 | 2;
  readonly name: string;
  readonly remarks: string;
  readonly conditions: readonly ConditionDraft[];
  readonly steps: readonly StepDraft[];
  readonly copies: readonly UserChoice[];
  /** Described, but not decided by. */
  readonly userIds: readonly number[];
  readonly deptIds: readonly number[];
}

const newKey = (): string => crypto.randomUUID();

export const newStep = (): StepDraft => ({
  key: newKey(),
  stepType: stepTypes.superior,
  people: [],
  copies: [],
  hours: null,
});

export const newCondition = (): ConditionDraft => ({
  key: newKey(),
  fieldName: 'amount',
  condition: 'gt',
  value: '',
  chosen: [],
});

export const newFlow = (categoryType: number, isDefault: boolean): FlowDraft => ({
  examineId: null,
  categoryType,
  examineType: examineTypes.fixed,
  name: '',
  remarks: '',
  conditions: isDefault ? [] : [newCondition()],
  steps: [newStep()],
  copies: [],
  userIds: [],
  deptIds: [],
});

const chooses = (values: unknown): boolean => Array.isArray(values);

/** Steps as they are answered, to be changed. */
export const stepDrafts = (steps: ListedFlow['stepList']): StepDraft[] =>
  steps.map(({ stepType, userList, ccUserList, hours }) => ({
    key: newKey(),
    stepType: stepType as StepType,
    people: listedStepTypes.includes(stepType as StepType) ? userList : [],
    copies: ccUserList,
    hours,
  }));

export const draftOf = (flow: ListedFlow): FlowDraft => ({
  examineId: flow.examineId,
  categoryType: flow.categoryType,
  examineType: flow.examineType === examineTypes.chosen ? examineTypes.chosen : examineTypes.fixed,
  name: flow.name,
  remarks: flow.remarks,
  conditions: flow.conditions.map(({ fieldName, condition, value, names }) => {
    const values = chooses(value) ? (value as readonly (string | number)[]) : [];
    return {
      key: newKey(),
      fieldName,
      condition: condition as SteadyOperator,
      value: chooses(value) ? '' : String(value ?? ''),
      chosen: values.map((one, at) => ({ value: String(one), name: names[at] ?? String(one) })),
    };
  }),
  steps: stepDrafts(flow.stepList),
  copies: flow.ccUserList,
  userIds: flow.userIds.map(({ userId }) => userId),
  deptIds: flow.deptIds.map(({ id }) => id),
});

const ids = (people: readonly UserChoice[]): number[] => people.map(({ userId }) => userId);

/** Steps as the calls take them; none where approvers are chosen. */
export const sentSteps = ({ examineType, steps }: Pick<FlowDraft, 'examineType' | 'steps'>): FlowInput['step'] =>
  examineType === examineTypes.chosen
    ? []
    : steps.map(({ stepType, people, copies, hours }) => ({
        stepType,
        checkUserId: listedStepTypes.includes(stepType) ? ids(people) : [],
        ccUserId: ids(copies),
        hours: hours ?? undefined,
      }));

/** As the calls take it. */
export const inputOf = (draft: FlowDraft): FlowInput & { readonly examineId?: number } => ({
  ...(draft.examineId === null ? {} : { examineId: draft.examineId }),
  categoryType: draft.categoryType,
  examineType: draft.examineType,
  name: draft.name.trim(),
  remarks: draft.remarks,
  userIds: [...draft.userIds],
  deptIds: [...draft.deptIds],
  ccUserId: ids(draft.copies),
  conditions: draft.conditions.map(({ fieldName, condition, value, chosen }) => ({
    fieldName,
    condition,
    value: chosen.length > 0 ? chosen.map((one) => one.value) : value.trim(),
  })),
  step: sentSteps(draft),
});
