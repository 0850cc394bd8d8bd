import { renamedIn, type FieldRules } from '#shared/record/form-rules/field-rules.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';

interface StoredRow {
  readonly field_id: number;
  readonly field_name: string;
  readonly field_type: number;
}

/** The immutable key of a field in rules: that of formulas. */
export const keyOf = (field: Field): string => formulaField(field).id;

/** The stored rules of a field, which name others by key, with the names of forms. */
export function rulesByName(stored: unknown, rows: readonly StoredRow[]): Pick<Field, 'rules'> {
  const rules = stored as FieldRules;
  if (Object.keys(rules).length === 0) return {};
  const custom = new Map<string, string>(
    rows.flatMap((row) => (row.field_type === 1 ? [] : [[`f${row.field_id}`, row.field_name]])),
  );
  return { rules: renamedIn(rules, (key) => custom.get(key) ?? key) };
}

/** The same the other way round, as stored and as the designer sees them. */
export function rulesByKey(rules: FieldRules, fields: readonly Field[]): FieldRules {
  const keys = new Map(fields.map((field) => [field.fieldName, keyOf(field)]));
  return renamedIn(rules, (name) => keys.get(name) ?? name);
}
