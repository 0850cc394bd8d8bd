import { z } from 'zod';
import { condition, filterData, informationRow } from '#shared/record/calls/record-calls.ts';
import { mayDesign } from '#shared/record/form-life/may-design.ts';
import { checkedFormula, computing, formulaQuestion, recomputeState } from '#shared/record/designer/typed-formula.ts';
import { fieldRules, optionHues, renamedOptions, ruleCodes } from '#shared/record/form-rules/field-rules.ts';
import { rollupKinds } from '#shared/record/rollup.ts';
import { stateColours } from '#shared/record/states/state.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, jsonText, moduleCode, optionalFlag } from '#shared/wire/values.ts';
import { optionalId, optionalInt, optionalText, text } from '#shared/wire/values.ts';

/** A state in lists and filters; a stage with its group. */
const stateOption = z.object({
  name: z.string(),
  value: z.union([z.string(), z.int()]),
  colour: z.enum(stateColours).optional(),
  group: z.union([z.string(), z.int()]).optional(),
  /** Reasons for it that the company has set up. */
  reasons: z.array(z.string()).optional(),
});
export type StateOption = z.infer<typeof stateOption>;

/** A form field with its value in read form (R9.5). */
export const formField = z.object({
  fieldId: z.int(),
  fieldName: z.string(),
  name: z.string(),
  type: z.int(),
  formType: z.string(),
  inputTips: z.string(),
  options: z.string(),
  /** Plain strings, or states. */
  setting: z.array(z.union([z.string(), stateOption])),
  isUnique: flag,
  /** 1 = required (R9.3). */
  isNull: flag,
  maxLength: z.int().nullable(),
  value: z.unknown(),
  defaultValue: z.unknown(),
  fieldType: flag,
  operating: z.int(),
  disabled: flag,
  relation: z.string().nullable(),
  companionOf: z.string().nullable(),
  /** Of stages: the field that chooses their group. */
  groupField: z.string().optional(),
  /** 1 = only amounts above 0. */
  positive: flag.optional(),
  /** Bounds of a percentage, both inclusive, when declared. */
  range: z.object({ least: z.string(), most: z.string() }).optional(),
  /** 1 = computed from other fields, never written. */
  computed: flag.optional(),
  /** 1 = masked: a text replaces the value. */
  masked: flag.optional(),
  /** Of a new record: its default by formula, and the formulas of what such defaults are made from. */
  computing: computing.optional(),
  /**
   * For a field that numbers its records; `next` is the number that a new one would get now, `onSave` that it will get
   * one.
   */
  sequence: z.object({ onSave: flag.optional(), next: z.string().nullable().optional() }).optional(),
  /** Its section and width, and what it depends on; other fields by fieldName, in the set-up by their immutable key. */
  rules: fieldRules.optional(),
});
export type FormField = z.infer<typeof formField>;

/** The line fields of a document as forms have them, and its lines with values in read form. */
const formLines = z.object({
  fields: z.array(formField),
  lines: z.array(z.object({ id: z.int(), values: z.record(z.string(), z.unknown()) })),
});
export type FormLines = z.infer<typeof formLines>;

export const listHead = z.object({
  fieldName: z.string(),
  name: z.string(),
  type: z.int(),
  formType: z.string(),
  fieldId: z.union([z.int(), z.string()]),
  setting: z.array(z.union([z.string(), stateOption])),
  /** For a state: the row key of its value, an index into the options. */
  stateKey: z.string().optional(),
  width: z.int(),
  /** Stays in view when the list scrolls sideways. */
  frozen: flag,
  sortable: flag,
  /** 1 = its values are masked. */
  masked: flag.optional(),
  colours: optionHues.optional(),
});
export type ListHead = z.infer<typeof listHead>;

const headChoice = z.object({ id: z.string(), name: z.string(), frozen: flag });
/**
 * Columns may differ by scene. Until a person has chosen them they have the order of the fields, and then the others, as
 * older clients expect; `arranged` puts first what the type names first (`firstColumns`).
 */
const ofScene = { sceneId: optionalId, arranged: optionalFlag };
const sceneIds = { sceneId: 'scene' } as const;

export const filterField = z.object({
  fieldName: z.string(),
  name: z.string(),
  formType: z.string(),
  setting: z.array(z.union([z.string(), stateOption])),
  fieldId: z.union([z.int(), z.string()]),
  operators: z.array(z.string()),
  /** The list can be shown as a board by it. */
  groupable: flag,
  colours: optionHues.optional(),
});
export type FilterField = z.infer<typeof filterField>;

/** What a field counts over child records. */
const rollupDraft = z.object({
  /** Module code of the children. */
  label: moduleCode,
  /** The child field that refers to this type, by column. */
  relation: text(100),
  kind: z.enum(rollupKinds),
  /** The child field that is aggregated; none for a count. */
  fieldId: optionalId,
  /** Only children that meet these conditions count. */
  data: filterData,
});
export type RollupDraft = z.output<typeof rollupDraft>;

const rollupOnWire = z.object({
  label: z.int(),
  relation: z.string(),
  kind: z.enum(rollupKinds),
  fieldId: z.int().nullable(),
  data: z.array(condition),
});
export type RollupShown = z.infer<typeof rollupOnWire>;

export const adminField = formField.omit({ value: true }).extend({
  label: z.int(),
  remark: z.string(),
  sorting: z.int(),
  updateTime: z.string(),
  isHidden: flag,
  /** Target field in the type that records are converted to; null for none (R9.9). */
  relevant: z.int().nullable(),
  /** The formula, with field labels in braces. */
  formula: z.string().optional(),
  /** Its default as a formula, empty for none; absent where there can be none. */
  defaultFormula: z.string().optional(),
  /** Decimals of a numeric result. */
  decimals: z.int().optional(),
  /** The roll-up definition. */
  rollup: rollupOnWire.optional(),
  /** The same for all fields of a form, another one after each save of it. */
  formVersion: z.string(),
  isIndexed: flag.optional(),
});

/** A type that a field can count over. */
const rollupChoice = z.object({
  label: z.int(),
  name: z.string(),
  relation: z.string(),
  relationName: z.string(),
  fields: z.array(
    z.object({
      fieldId: z.int(),
      fieldName: z.string(),
      name: z.string(),
      type: z.int(),
      formType: z.string(),
      kinds: z.array(z.enum(rollupKinds)),
    }),
  ),
  /** Fields for conditions, with their operators. */
  conditions: z.array(filterField),
});
export type RollupChoice = z.infer<typeof rollupChoice>;

/** A field sent by the designer; with an id it updates an existing field, without it creates one. */
export const fieldDraft = z.object({
  fieldId: optionalId,
  fieldName: optionalText(100),
  name: optionalText(50),
  // 0 for types without a number on the wire
  type: optionalInt(0, 100),
  formType: optionalText(40),
  inputTips: optionalText(200),
  options: z.unknown().optional(),
  setting: z.unknown().optional(),
  isUnique: optionalInt(0, 1),
  isNull: optionalInt(0, 1),
  isHidden: optionalInt(0, 1),
  maxLength: optionalInt(1, 1000),
  defaultValue: z.unknown().optional(),
  /** The default as a formula, in place of a plain one; none when empty, unchanged when absent. */
  defaultFormula: z.string().max(20_000).optional(),
  remark: optionalText(200),
  /** Unchanged when absent; cleared when empty. */
  relevant: z.preprocess((value) => (value === '' || value === 0 || value === '0' ? null : value), id.nullish()),
  /** Makes a new field a computed one; unchanged when absent for an existing one. */
  formula: z.string().max(20_000).optional(),
  decimals: optionalInt(0, 4),
  isIndexed: optionalInt(0, 1),
  /** Makes a new field a roll-up; unchanged when absent for an existing one. */
  rollup: z.preprocess(jsonText, rollupDraft.optional()),
  rules: z.preprocess(jsonText, fieldRules.optional()),
  /** Records that have an option keep it under its new name. */
  renamed: z.preprocess(jsonText, renamedOptions.max(500).optional()),
});
export type FieldDraft = z.output<typeof fieldDraft>;

export const fieldCalls = {
  form: endpoint({
    path: 'field/queryField',
    access: 'login',
    forPrograms: 'allowed',
    ids: { id: 'record' },
    input: z.object({ label: moduleCode, id: optionalId }),
    output: z.array(formField),
    codes: ['access.record', 'access.denied', 'field.unknown'],
  }),
  lines: endpoint({
    path: 'field/queryLineField',
    access: 'login',
    forPrograms: 'allowed',
    ids: { id: 'record' },
    input: z.object({ label: moduleCode, id: optionalId }),
    output: formLines,
    codes: ['access.record', 'access.denied', 'field.unknown'],
  }),
  information: endpoint({
    path: 'field/information',
    access: 'login',
    forPrograms: 'allowed',
    ids: { id: 'record' },
    input: z.object({ types: moduleCode, id }),
    output: z.array(informationRow),
    codes: ['access.record', 'access.denied'],
  }),
  heads: endpoint({
    path: 'field/queryListHead',
    access: 'login',
    forPrograms: 'allowed',
    ids: sceneIds,
    input: z.object({ label: moduleCode, ...ofScene }),
    output: z.array(listHead),
    codes: ['access.denied'],
  }),
  headConfig: endpoint({
    path: 'field/queryFieldConfig',
    access: 'login',
    ids: sceneIds,
    input: z.object({ label: moduleCode, ...ofScene }),
    output: z.object({ value: z.array(headChoice), hideValue: z.array(headChoice) }),
    codes: ['access.denied'],
  }),
  setHeadConfig: endpoint({
    path: 'field/fieldConfig',
    access: 'login',
    ids: { noHideIds: 'reference', hideIds: 'reference', frozenIds: 'reference', ...sceneIds },
    effect: 'write',
    input: z.object({
      label: moduleCode,
      noHideIds: text(4000),
      hideIds: text(4000).default(''),
      /** Unchanged when absent. */
      frozenIds: z.string().max(4000).optional(),
      ...ofScene,
    }),
    output: done,
    codes: ['heads.too_few', 'access.denied', 'scene.unknown'],
  }),
  setWidth: endpoint({
    path: 'field/setFelidStyle',
    access: 'login',
    ids: sceneIds,
    effect: 'write',
    input: z.object({
      types: text(40),
      field: text(100),
      width: z.coerce.number().int().min(40).max(1000),
      ...ofScene,
    }),
    output: done,
    codes: ['field.unknown', 'access.denied'],
  }),
  verify: endpoint({
    path: 'field/verify',
    access: 'login',
    ids: { fieldId: 'field', batchId: 'reference' },
    rate: 'search',
    input: z.object({ fieldId: optionalId, value: optionalText(1000), batchId: optionalText(64) }),
    output: done,
    codes: ['field.unique', 'field.verify_params', 'access.denied', 'http.too_many'],
  }),
  filterFields: endpoint({
    path: 'scene/queryField',
    access: 'login',
    forPrograms: 'allowed',
    input: z.object({ label: moduleCode.optional() }),
    output: z.array(filterField),
    codes: ['access.denied', 'scene.label', 'scene.no_label'],
  }),
  modules: endpoint({
    path: 'field/queryFields',
    access: 'manage:crm:field',
    input: z.object({}),
    output: z.array(z.object({ label: z.int(), types: z.string(), name: z.string(), updateTime: z.string() })),
  }),
  adminList: endpoint({
    path: 'field/list',
    access: mayDesign,
    ids: { categoryId: 'reference' },
    input: z.object({ label: moduleCode, categoryId: optionalId }),
    output: z.array(adminField),
    codes: ['access.record', 'field.unknown'],
  }),
  adminSave: endpoint({
    path: 'field/save',
    access: mayDesign,
    ids: { categoryId: 'reference', 'data.fieldId': 'field', 'data.relevant': 'field', 'data.rollup.fieldId': 'field' },
    effect: 'write',
    input: z.object({
      label: moduleCode,
      categoryId: optionalId,
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
      'field.name_reserved',
      'field.locked',
      'field.type_fixed',
      'field.type_unknown',
      'field.options_empty',
      'field.option',
      'field.stays_unique',
      'field.duplicates',
      'field.relevant',
      'field.relevant_taken',
      'field.too_many',
      'field.formula',
      'field.formula_result',
      'field.formula_needs',
      'field.default_by',
      'field.default_formula',
      'field.default_result',
      'field.default_unique',
      'field.default_needs',
      'field.rollup_relation',
      'field.rollup_field',
      'field.rollup_condition',
      'field.rollup_result',
      'field.rollup_needs',
      'field.unique_needs',
      'field.index_many',
      'field.index_type',
      ...ruleCodes,
      'filter.field',
      'filter.operator',
      'filter.value',
      'filter.too_many',
      'formula.circle',
    ],
  }),
  checkFormula: endpoint({
    path: 'field/checkFormula',
    access: 'manage:crm:field',
    ids: { fieldId: 'reference', 'designed.fieldId': 'reference' },
    input: formulaQuestion,
    output: checkedFormula,
  }),
  rollupChoices: endpoint({
    path: 'field/queryRollups',
    access: 'manage:crm:field',
    input: z.object({ label: moduleCode }),
    output: z.array(rollupChoice),
  }),
  recompute: endpoint({
    path: 'field/queryRecompute',
    access: 'manage:crm:field',
    input: z.object({ label: moduleCode }),
    output: recomputeState,
  }),
  importRule: endpoint({
    path: 'field/getCheckingField',
    access: 'login',
    input: z.object({ type: moduleCode }),
    output: z.string(),
    codes: ['access.denied'],
  }),
};
