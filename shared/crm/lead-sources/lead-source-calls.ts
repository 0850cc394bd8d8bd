import { z } from 'zod';
import { openField } from '#shared/crm/lead-sources/open-lead-calls.ts';
import { condition } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  idList,
  jsonText,
  limit,
  optionalId,
  optionalInt,
  optionalLongText,
  optionalText,
  page,
  pageOf,
  someIds,
  text,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    lead_source: true;
  }
}

/** Errors of the sources of leads. */
export const leadSourceErrors = {
  'lead_source.taken': 422,
  'lead_source.code_taken': 422,
  'lead_source.used': 422,
  'lead_source.stale': 422,
  'lead_source.no_field': 422,
  'lead_source.asked': 422,
  'lead_source.reachable': 422,
  'lead_source.rule': 422,
  'lead_source.by_hand': 422,
} as const;
type LeadSourceErrors = typeof leadSourceErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends LeadSourceErrors {}
}

const access = 'manage:crm:clue';

/** How leads come: entered by people, by a public form, or from another program. */
export const sourceKinds = { hand: 1, form: 2, interface: 3 } as const;

export const sourceLimits = {
  name: 50,
  code: 30,
  remark: 200,
  title: 60,
  words: 500,
  /** Fields of a form. */
  fields: 30,
  rules: 20,
  /** People who take turns. */
  people: 50,
} as const;

/** Leads that a rehearsal goes through. */
export const rehearsed = 200;

/** Whom a rule gives a lead: one person, several in turn, who is on duty, or nobody, so that it stays with the keeper. */
export const ruleTargets = ['person', 'turn', 'duty', 'keeper'] as const;
export type RuleTarget = (typeof ruleTargets)[number];

const rule = z.object({
  /** Stays with the rule when it is changed; '' or absent for a new one. */
  key: optionalText(40),
  conditions: z.preprocess(jsonText, z.array(condition).max(20).default([])),
  target: z.enum(ruleTargets),
  userIds: idList,
});

const rules = z.preprocess(jsonText, z.array(rule).max(sourceLimits.rules).default([]));
export type SourceRule = z.output<typeof rule>;

/** Texts of a form: what visitors read in their language; the English ones may be empty. */
const form = z.object({
  title: optionalText(sourceLimits.title),
  titleEn: optionalText(sourceLimits.title),
  intro: optionalLongText(sourceLimits.words),
  introEn: optionalLongText(sourceLimits.words),
  thanks: optionalLongText(sourceLimits.words),
  thanksEn: optionalLongText(sourceLimits.words),
  fieldIds: idList,
});
export type SourceForm = z.output<typeof form>;

const person = z.object({
  userId: z.int(),
  realname: z.string(),
  /** Passed over by rules. */
  isDisabled: z.int(),
});
export type SourcePerson = z.output<typeof person>;

const row = z.object({
  id: z.int(),
  name: z.string(),
  /** In the reader's language. */
  label: z.string(),
  code: z.string(),
  remark: z.string(),
  kind: z.int(),
  /** 1 = an option of the field. */
  status: z.int(),
  leadsCount: z.int(),
  ruleCount: z.int(),
  /** In the address of its form; '' for other kinds. */
  formKey: z.string(),
  /** The last characters of its key; '' without one. */
  keyEnd: z.string(),
  createUserName: z.string(),
  createTime: z.string(),
});
export type LeadSourceRow = z.output<typeof row>;

const whole = row.extend({
  version: z.int(),
  keeper: person.nullable(),
  form: z.object({
    title: z.string(),
    titleEn: z.string(),
    intro: z.string(),
    introEn: z.string(),
    thanks: z.string(),
    thanksEn: z.string(),
    fieldIds: z.array(z.int()),
  }),
  rules: z.array(
    z.object({
      key: z.string(),
      conditions: z.array(condition),
      to: z.enum(ruleTargets),
      people: z.array(person),
      /** A field of its conditions was deleted: it fits no lead. */
      isBroken: z.int(),
    }),
  ),
});
export type LeadSource = z.output<typeof whole>;

/** Where leads come from (docs/decisions/lead-sources.md). */
export const leadSourceCalls = {
  /** In the order of the options, those that are off last. `search` is a part of the name, the code or the remark. */
  list: endpoint({
    path: 'CrmClueSource/queryPageList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      search: optionalText(50),
      kind: optionalInt(1, 3),
      status: optionalInt(0, 1),
    }),
    output: pageOf(row),
  }),
  one: endpoint({
    path: 'CrmClueSource/queryById',
    access,
    ids: { id: 'lead_source' },
    input: z.object({ id }),
    output: whole,
    codes: ['access.record'],
  }),
  /** Fields of leads that a form can ask for, in the order of the form. */
  fields: endpoint({
    path: 'CrmClueSource/queryFieldList',
    access,
    input: z.object({}),
    output: z.array(openField.extend({ fieldId: z.int(), /** A way to reach a person. */ reaches: z.int() })),
  }),
  /** Saves a source with its form and rules; a new one is on. Renaming renames the values of leads, too. */
  save: endpoint({
    path: 'CrmClueSource/save',
    access,
    ids: { id: 'lead_source', keeperUserId: 'user', 'assignRules.userIds': 'user', 'form.fieldIds': 'field' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: z.object({
      id: optionalId,
      /** Of the source that was changed; without it the last one to save wins. */
      version: optionalInt(1, 2_000_000_000),
      name: text(sourceLimits.name).refine((value) => value !== ''),
      code: optionalText(sourceLimits.code),
      remark: optionalText(sourceLimits.remark),
      kind: z.coerce.number().int().min(1).max(3),
      keeperUserId: optionalId,
      form: z.preprocess(jsonText, form.optional()),
      assignRules: rules,
    }),
    output: z.object({ id: z.int() }),
    codes: [
      'access.record',
      'user.unknown',
      'field.options_many',
      'lead_source.taken',
      'lead_source.code_taken',
      'lead_source.stale',
      'lead_source.no_field',
      'lead_source.asked',
      'lead_source.reachable',
      'lead_source.rule',
      'filter.field',
      'filter.operator',
      'filter.value',
      'filter.too_many',
    ],
  }),
  status: endpoint({
    path: 'CrmClueSource/status',
    access,
    ids: { ids: 'lead_source' },
    effect: 'write',
    input: z.object({ ids: someIds, status: flag }),
    output: done,
    codes: ['access.record', 'lead_source.no_field', 'field.options_empty', 'field.options_many'],
  }),
  /** Refused as soon as one of them is used by a lead. */
  remove: endpoint({
    path: 'CrmClueSource/delete',
    access,
    ids: { ids: 'lead_source' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'lead_source.used', 'field.options_empty'],
  }),
  /** A new key, or a new address of the form; the former one ends at once. The key is told here alone. */
  rotate: endpoint({
    path: 'CrmClueSource/rotateKey',
    access,
    ids: { id: 'lead_source' },
    effect: 'write',
    input: z.object({ id }),
    output: z.object({ key: z.string() }),
    codes: ['access.record', 'lead_source.by_hand'],
  }),
  /** Who would have got the last leads that the reader sees, by these rules; nothing is written. */
  rehearse: endpoint({
    path: 'CrmClueSource/rehearse',
    access,
    ids: { id: 'lead_source', keeperUserId: 'user', 'assignRules.userIds': 'user' },
    rate: 'heavy',
    input: z.object({ id: optionalId, keeperUserId: optionalId, assignRules: rules }),
    output: z.object({
      count: z.int(),
      people: z.array(z.object({ userId: z.int(), realname: z.string(), count: z.int() })),
      leads: z.array(
        z.object({
          leadsId: z.int(),
          leadsName: z.string(),
          createTime: z.string(),
          /** The place of the rule from 1; 0 when none gave it away. */
          rule: z.int(),
          userId: z.int(),
          realname: z.string(),
        }),
      ),
    }),
    codes: [
      'access.record',
      'user.unknown',
      'lead_source.rule',
      'filter.field',
      'filter.operator',
      'filter.value',
      'filter.too_many',
    ],
  }),
};
