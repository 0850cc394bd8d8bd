import { asField, wireValue, type FormValues } from '#web/record/form/form-values.ts';
import { viewOf } from '#web/record/form/rules/form-rules.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf, holdsFiles } from '#shared/record/field-types.ts';
import { isBlank, type Field, type FieldValue } from '#shared/record/field.ts';
import { anyFormula, reckoningsIn, withDefaults, type Reckoning } from '#shared/record/formula/reckoning.ts';

/** The form of a new record with fields whose default is computed while it is filled in. */
export interface FormDefaults {
  /** What fields with a computed default hold by the other values, by fieldName, as far as nobody has entered anything. */
  readonly valuesBy: (typed: FormValues) => FormValues;
  /** Whether nobody has entered anything into a field with a computed default. */
  readonly isOpen: (fieldName: string, typed: FormValues) => boolean;
  /** The fields with a computed default that somebody has emptied. */
  readonly emptiedIn: (typed: FormValues) => string[];
  /** A value that somebody has entered: nothing is something else than no entry. */
  readonly entered: (fieldName: string, value: unknown) => unknown;
}

/** What such a field has as long as nobody has entered anything; blank like '', which is what somebody has emptied. */
export const notEntered = null;

/** Whether the form computes the default of a field. */
export const hasComputedDefault = ({ computing }: FormField): boolean => computing?.isDefault === 1;

/** The defaults of a form of a new record; `fields` are those that it was opened with. */
export function formDefaults(fields: readonly FormField[]): FormDefaults {
  const computed = new Set(fields.filter(hasComputedDefault).map(({ fieldName }) => fieldName));
  const isOpen: FormDefaults['isOpen'] = (fieldName, typed) =>
    computed.has(fieldName) && typed[fieldName] === notEntered;
  const known = fields.map(asComputed);
  let reckonings: readonly Reckoning[] | undefined;
  return {
    isOpen,
    emptiedIn: (typed) => [...computed].filter((name) => isBlank(typed[name]) && typed[name] !== notEntered),
    entered: (fieldName, value) => (computed.has(fieldName) ? (value ?? '') : value),
    valuesBy: (typed) => {
      const open = new Set([...computed].filter((name) => isOpen(name, typed)));
      if (open.size === 0) return {};
      reckonings ??= reckoningsIn(known, anyFormula);
      const held = Object.fromEntries(fields.map((field, at) => [field.fieldName, heldValue(field, known[at], typed)]));
      const setting = { fields: known, reckonings, open };
      const viewIn = (next: FormValues) => viewOf(fields, { ...typed, ...pick(next, open) });
      const next: FormValues = withDefaults({ ...setting, viewOf: viewIn }, held);
      return pick(next, open);
    },
  };
}

const pick = (values: FormValues, names: ReadonlySet<string>): FormValues =>
  Object.fromEntries([...names].map((name) => [name, values[name] ?? '']));

function asComputed(field: FormField): Field {
  const { computing } = field;
  const plain = asField(field);
  if (!computing) return plain;
  const { formula: text, decimals } = computing;
  return computing.isDefault === 1 ? { ...plain, defaultFormula: text } : { ...plain, formula: { text, decimals } };
}

/** The value of an input as formulas use it; none while it is not right, and for what they cannot use. */
function heldValue(field: FormField, plain: Field | undefined, typed: FormValues): FieldValue {
  const value = typed[field.fieldName];
  if (!plain || isBlank(value) || holdsFiles(plain)) return null;
  const read = fieldTypeOf(plain.formType).parse(wireValue(field, value, ''), plain);
  return read.ok ? read.value : null;
}
