import { z } from 'zod';
import '#shared/approval/approval-errors.ts';
import { flowInput } from '#shared/approval/flow.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  id,
  jsonText,
  limit,
  moduleCode,
  nothing,
  optionalId,
  optionalInt,
  page,
  pageOf,
  someIds,
  text,
} from '#shared/wire/values.ts';

const mayEdit = 'manage:examineFlow:update';

/** A person as approvals show one. */
export const approvalPerson = z.object({ userId: z.int(), realname: z.string(), img: z.string() });
export type ApprovalPerson = z.output<typeof approvalPerson>;

const conditionAnswer = z.object({
  fieldName: z.string(),
  condition: z.string(),
  value: z.unknown(),
  /** Its values as they are shown: departments by their names. */
  names: z.array(z.string()),
});
export type ConditionAnswer = z.output<typeof conditionAnswer>;

/** A step of a flow; `checkUserId` as older clients read it, `,3,7,`. */
export const stepAnswer = z.object({
  stepId: z.int(),
  stepType: z.int(),
  stepNum: z.int(),
  checkUserId: z.string(),
  userList: z.array(approvalPerson),
  ccUserIds: z.array(z.int()),
  ccUserList: z.array(approvalPerson),
  /** Working hours; null without a limit. */
  hours: z.int().nullable(),
});
export type StepAnswer = z.output<typeof stepAnswer>;

const flowAnswer = z.object({
  examineId: z.int(),
  categoryType: z.int(),
  examineType: z.int(),
  name: z.string(),
  remarks: z.string(),
  status: z.int(),
  createUserId: z.int().nullable(),
  createTime: z.string(),
  updateUserId: z.int().nullable(),
  updateTime: z.string(),
  conditions: z.array(conditionAnswer),
  ccUserIds: z.array(z.int()),
});

/** What a form shows of the flow that its document will take. */
const offeredFlow = flowAnswer.extend({
  userIds: z.string(),
  deptIds: z.string(),
  examineSteps: z.array(stepAnswer),
  /** The approver last chosen for the document. */
  examineUser: z.int().optional(),
  examineUserName: z.string().optional(),
});

const listedFlow = flowAnswer.extend({
  createUserName: z.string(),
  updateUserName: z.string(),
  userIds: z.array(approvalPerson),
  deptIds: z.array(z.object({ id: z.int(), name: z.string() })),
  ccUserList: z.array(approvalPerson),
  stepList: z.array(stepAnswer),
});

export type ListedFlow = z.output<typeof listedFlow>;

/** Documents that flows are for, and what conditions can look at besides `amount` and `department`. */
const category = z.object({
  categoryType: z.int(),
  label: z.int(),
  types: z.string(),
  fields: z.array(z.object({ fieldName: z.string(), name: z.string(), options: z.array(z.string()) })),
});
export type FlowCategory = z.output<typeof category>;

/** A step with who would be asked in it. */
const plannedStep = z.object({ stepType: z.int(), userList: z.array(approvalPerson) });

const rehearsed = z.object({
  /** The number and id of the document. */
  types: z.string(),
  id: z.int(),
  name: z.string(),
  /** Whether the flow would be the one for it. */
  applies: z.boolean(),
  steps: z.array(plannedStep),
  /** Why it could not be submitted; '' when it could. */
  refusal: z.string(),
});

export type Rehearsed = z.output<typeof rehearsed>;

const facts = z.record(z.string().max(100), z.union([z.string().max(200), z.number(), z.null()]));

const savedFlow = flowInput.extend({
  step: z.preprocess(jsonText, flowInput.shape.step),
  conditions: z.preprocess(jsonText, flowInput.shape.conditions),
});

const checked = [
  'approval.flow_steps',
  'approval.flow_people',
  'approval.flow_after_listed',
  'approval.flow_field',
  'approval.flow_value',
] as const;
const flowIds = {
  examineId: 'reference',
  userIds: 'user',
  deptIds: 'dept',
  ccUserId: 'user',
  'step.checkUserId': 'user',
  'step.ccUserId': 'user',
} as const;

/** Calls of approval flows: forms ask which one their document takes, the rest is for those who set flows up. */
export const flowCalls = {
  step: endpoint({
    path: 'examine/queryExaminStep',
    access: 'login',
    ids: { id: 'reference' },
    input: z.object({
      categoryType: optionalInt(1, 99),
      /** The type of the document, for clients that do not know its number of flows. */
      label: moduleCode.optional(),
      /** The document, when it is there; one that the caller may not read counts as none. */
      id: optionalId,
      /** What is typed so far, for the conditions of flows. */
      facts: z.preprocess(jsonText, facts.optional()),
    }),
    output: offeredFlow.nullable(),
    codes: ['input.field'],
  }),
  list: endpoint({
    path: 'examine/queryAllExamine',
    access: mayEdit,
    input: z.object({ page, limit: limit() }),
    output: pageOf(listedFlow),
    codes: ['input.page_too_deep'],
  }),
  categories: endpoint({
    path: 'examine/queryCategories',
    access: mayEdit,
    input: nothing,
    output: z.array(category),
  }),
  one: endpoint({
    path: 'examine/queryExamineById',
    access: mayEdit,
    ids: { examineId: 'reference' },
    input: z.object({ examineId: id }),
    output: z.object({
      examine: flowAnswer.extend({ userIds: z.string(), deptIds: z.string() }),
      step: z.array(stepAnswer),
    }),
    codes: ['access.record'],
  }),
  save: endpoint({
    path: 'examine/saveExamine',
    access: mayEdit,
    ids: flowIds,
    effect: 'write',
    idempotent: { unless: 'examineId' },
    input: savedFlow.extend({ examineId: optionalId }),
    output: z.object({ status: z.int(), examineId: z.int() }),
    answer: 'top',
    codes: ['access.record', ...checked],
  }),
  status: endpoint({
    path: 'examine/updateStatus',
    access: mayEdit,
    ids: { examineId: 'reference' },
    effect: 'write',
    input: z.object({ examineId: id, status: optionalInt(0, 2) }),
    output: done,
    codes: ['access.record'],
  }),
  /** Order in which the conditions of a category's flows are tried. */
  order: endpoint({
    path: 'examine/setOrder',
    access: mayEdit,
    ids: { examineIds: 'reference' },
    effect: 'write',
    input: z.object({ examineIds: someIds }),
    output: done,
    codes: ['access.record'],
  }),
  copy: endpoint({
    path: 'examine/copyExamine',
    access: mayEdit,
    ids: { examineId: 'reference' },
    effect: 'write',
    idempotent: { unless: null },
    input: z.object({ examineId: id, name: text(100) }),
    output: z.object({ examineId: z.int() }),
    codes: ['access.record'],
  }),
  /** Who would have approved the latest documents, if the flow had been there. */
  rehearse: endpoint({
    path: 'examine/queryRehearsal',
    access: mayEdit,
    rate: 'heavy',
    ids: flowIds,
    input: savedFlow.extend({ examineId: optionalId, name: text(100).default('') }),
    output: z.object({ list: z.array(rehearsed) }),
    codes: checked,
  }),
  /** What would happen to a document with these facts if this person submitted it now. */
  trial: endpoint({
    path: 'examine/queryTrial',
    access: mayEdit,
    rate: 'search',
    ids: { userId: 'user' },
    input: z.object({
      categoryType: z.coerce.number().int().min(1).max(99),
      userId: id,
      /** `amount` and the fields that conditions look at. */
      facts: z.preprocess(jsonText, facts.default({})),
    }),
    output: z.object({
      /** The flow that it takes; null for none. */
      examineId: z.int().nullable(),
      /** The enabled flows in the order in which they are tried. */
      tried: z.array(z.object({ examineId: z.int(), name: z.string(), holds: z.boolean() })),
      steps: z.array(plannedStep),
      /** Who gets a copy once it has passed. */
      copies: z.array(approvalPerson),
      /** Why it could not be submitted; '' when it could. */
      refusal: z.string(),
    }),
    codes: ['input.field'],
  }),
  days: endpoint({
    path: 'examine/queryCalendar',
    access: 'login',
    input: z.object({ startDate: z.iso.date(), endDate: z.iso.date() }),
    output: z.array(z.object({ workDate: z.string(), isWorking: z.int(), name: z.string() })),
  }),
  /** Days against the rule of Monday to Friday; one that follows it is forgotten. */
  setDays: endpoint({
    path: 'examine/setCalendar',
    access: mayEdit,
    effect: 'write',
    input: z.object({
      days: z.preprocess(
        jsonText,
        z
          .array(
            z.object({
              workDate: z.iso.date(),
              isWorking: z.coerce.number().int().min(0).max(1),
              name: text(50).default(''),
            }),
          )
          .min(1)
          .max(400),
      ),
    }),
    output: done,
  }),
  standIns: endpoint({
    path: 'examine/queryStandInList',
    access: 'login',
    input: nothing,
    output: z.array(
      z.object({
        standInId: z.int(),
        userId: z.int(),
        realname: z.string(),
        substituteId: z.int(),
        substituteName: z.string(),
        startTime: z.string(),
        endTime: z.string(),
      }),
    ),
  }),
  /** For oneself; whoever may set flows up does it for others too. */
  saveStandIn: endpoint({
    path: 'examine/saveStandIn',
    access: 'login',
    ids: { userId: 'user', substituteId: 'user' },
    effect: 'write',
    idempotent: { unless: null },
    input: z.object({
      userId: optionalId,
      substituteId: id,
      startTime: z.string().max(40),
      endTime: z.string().max(40),
    }),
    output: z.object({ standInId: z.int() }),
    codes: ['access.denied', 'approval.stand_in'],
  }),
  endStandIn: endpoint({
    path: 'examine/deleteStandIn',
    access: 'login',
    ids: { standInId: 'reference' },
    effect: 'write',
    input: z.object({ standInId: id }),
    output: done,
    codes: ['access.record'],
  }),
};
