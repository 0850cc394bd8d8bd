import { z } from 'zod';
import { approvalPerson, stepAnswer } from '#shared/approval/flow-calls.ts';
import { flowInput } from '#shared/approval/flow.ts';
import { adminField, fieldDraft } from '#shared/record/calls/field-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  id,
  jsonText,
  limit,
  nothing,
  optionalFlag,
  optionalId,
  optionalText,
  page,
  pageOf,
  text,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    approval_category: true;
  }
}

/** Errors of approval categories. */
export const approvalCategoryErrors = {
  'approval_category.taken': 422,
  'approval_category.built_in': 422,
  'approval_category.unknown_person': 422,
  'approval_category.unknown_dept': 422,
} as const;
type ApprovalCategoryErrors = typeof approvalCategoryErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ApprovalCategoryErrors {}
}

const access = 'manage:oa:examine';

/** Most characters of what a category says. */
export const categoryLimits = { title: 50, remarks: 200 } as const;
/** The code of office forms on the wire; the number of the category stands before it in the address of the designer. */
export const officeFormLabel = 10;

const head = z.object({
  categoryId: z.int(),
  title: z.string(),
  remarks: z.string(),
  /** 1 to 6 built-in ones, 0 the company's own. */
  type: z.int(),
  isSys: z.int(),
  /** 1 enabled, 0 not. */
  status: z.int(),
  /** 1: steps are fixed. 2: the applicant chooses the first approver. */
  examineType: z.int(),
  createUserId: z.int().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  isDeleted: z.int(),
});
const category = head.extend({
  /** Who can apply; everybody where both are empty. */
  userIds: z.array(approvalPerson),
  deptIds: z.array(z.object({ id: z.int(), name: z.string() })),
  stepList: z.array(stepAnswer),
});
export type ApprovalCategory = z.output<typeof category>;

const saved = z.object({
  id: optionalId,
  title: text(categoryLimits.title),
  remarks: text(categoryLimits.remarks).default(''),
  examineType: flowInput.shape.examineType,
  userIds: flowInput.shape.userIds,
  deptIds: flowInput.shape.deptIds,
  step: z.preprocess(jsonText, flowInput.shape.step),
});
export type CategorySave = z.output<typeof saved>;

/** Categories of office approvals: their flow, who can apply, and their form (docs/decisions/approval-categories.md). */
export const approvalCategoryCalls = {
  list: endpoint({
    path: 'OaExamineCategory/queryExamineCategoryList',
    access,
    input: z.object({ page, limit: limit(), search: optionalText(categoryLimits.title) }),
    output: pageOf(category),
    codes: ['input.page_too_deep'],
  }),
  one: endpoint({
    path: 'OaExamineCategory/queryExamineCategoryById',
    access,
    ids: { id: 'approval_category' },
    input: z.object({ id }),
    output: category,
    codes: ['access.record'],
  }),
  save: endpoint({
    path: 'OaExamineCategory/setExamineCategory',
    access,
    ids: {
      id: 'approval_category',
      userIds: 'user',
      deptIds: 'dept',
      'step.checkUserId': 'user',
      'step.ccUserId': 'user',
    },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: saved,
    output: z.object({ categoryId: z.int() }),
    codes: [
      'access.record',
      'field.required',
      'approval.flow_steps',
      'approval.flow_people',
      'approval.flow_after_listed',
      'approval_category.taken',
      'approval_category.unknown_person',
      'approval_category.unknown_dept',
    ],
  }),
  remove: endpoint({
    path: 'OaExamineCategory/deleteExamineCategory',
    access,
    ids: { id: 'approval_category' },
    effect: 'write',
    input: z.object({ id }),
    output: done,
    codes: ['access.record', 'approval_category.built_in'],
  }),
  /** Without a status the other one. */
  status: endpoint({
    path: 'OaExamineCategory/updateStatus',
    access,
    ids: { id: 'approval_category' },
    effect: 'write',
    input: z.object({ id, status: optionalFlag }),
    output: done,
    codes: ['access.record'],
  }),
  /** People and departments that can be chosen. */
  users: endpoint({
    path: 'OaExamineCategory/queryUserList',
    access,
    input: nothing,
    output: z.array(z.object({ userId: z.int(), realname: z.string() })),
  }),
  depts: endpoint({
    path: 'OaExamineCategory/queryDeptList',
    access,
    input: nothing,
    output: z.array(z.object({ id: z.int(), name: z.string(), pid: z.int() })),
  }),
  /** What the caller can apply for. */
  offered: endpoint({
    path: 'OaExamineCategory/queryAllExamineCategoryList',
    access: 'login',
    application: 'oa',
    input: nothing,
    output: z.array(z.object({ categoryId: z.int(), title: z.string(), type: z.int() })),
  }),
  fields: endpoint({
    path: 'OaExamineCategory/queryFieldList',
    access,
    ids: { categoryId: 'approval_category' },
    input: z.object({ categoryId: id }),
    output: z.array(adminField),
    codes: ['access.record'],
  }),
  saveFields: endpoint({
    path: 'field/examineFieldSave',
    access,
    ids: {
      categoryId: 'approval_category',
      'data.fieldId': 'reference',
      'data.relevant': 'reference',
      'data.rollup.fieldId': 'reference',
    },
    effect: 'write',
    input: z.object({
      categoryId: id,
      data: z.preprocess(jsonText, z.array(fieldDraft).max(200)),
      /** `formVersion` of what was changed; without it, what others have saved meanwhile is overwritten. */
      base: optionalText(64),
    }),
    output: done,
    codes: [
      'access.record',
      'approval_category.built_in',
      'field.stale',
      'field.name_taken',
      'field.name_empty',
      'field.locked',
      'field.type_fixed',
      'field.type_unknown',
      'field.options_empty',
      'field.option',
      'field.unknown',
      'field.too_many',
      'field.formula_result',
    ],
  }),
};
