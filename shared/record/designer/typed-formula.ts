import { z } from 'zod';
import { formTypes } from '#shared/record/field.ts';
import { flag, moduleCode, optionalId, optionalInt } from '#shared/wire/values.ts';

/** A formula as it is typed. */
export const formulaQuestion = z.object({
  label: moduleCode,
  formula: z.string().max(20_000),
  /** The field that the formula is for, if it exists. */
  fieldId: optionalId,
  formType: z.enum(formTypes).optional(),
  decimals: optionalInt(0, 4),
  /** 1 = it is to be the default of the field. */
  isDefault: optionalInt(0, 1),
  /** The other fields of the form as it is being designed: new ones, and saved ones by the names that they are to have. */
  designed: z
    .array(z.object({ fieldId: optionalId, name: z.string().max(50), formType: z.enum(formTypes) }))
    .max(500)
    .default([]),
});
export type FormulaQuestion = z.output<typeof formulaQuestion>;

/** Positions as in inputs: from the first up to and excluding the last UTF-16 unit. */
export const checkedFormula = z.object({
  problems: z.array(z.object({ msg: z.string(), from: z.int(), to: z.int() })),
  /** Empty when there are problems. */
  type: z.enum(['number', 'text', 'date', 'datetime', 'boolean', '']),
  /** The result for the newest record that the caller may read; null without one. */
  example: z.object({ id: z.int(), name: z.string(), value: z.string() }).nullable(),
});
export type CheckedFormulaAnswer = z.infer<typeof checkedFormula>;

/** How a form computes while it is filled in; other fields by immutable key. */
export const computing = z.object({
  formula: z.string(),
  decimals: z.int(),
  /** 1 = what it has unless something is entered; otherwise what others are made from. */
  isDefault: flag,
});

/** Progress of recomputing records after a change of formulas. */
export const recomputeState = z.object({
  running: flag,
  done: z.int(),
  /** Null before the first records. */
  total: z.int().nullable(),
  finishTime: z.string(),
});
export type RecomputeState = z.infer<typeof recomputeState>;
