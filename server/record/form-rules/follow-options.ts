import type { Database } from '#server/platform/database/tables.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { keyOf, rulesByKey } from '#server/record/form-rules/rules-by-name.ts';
import { storeRules, withOptions } from '#server/record/form-rules/save-rules.ts';
import type { Field } from '#shared/record/field.ts';
import { withRenamedOptions, type FieldRules } from '#shared/record/form-rules/field-rules.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The rules of a form after options of a field have been renamed or removed; `current` is the name that one has now. */
export async function followOptions(
  db: Database,
  type: RecordType,
  changed: Pick<Field, 'fieldId'>,
  current: (option: string) => string,
): Promise<void> {
  const { all } = await readFields(db, type.code);
  const source = all.find(({ fieldId }) => fieldId === changed.fieldId);
  for (const field of all) {
    if (!source || !field.rules) continue;
    const rules = rulesByKey(field.rules, all);
    await storeRules(db, field, withOptions(all, field, renamedOptions(rules, source, field, current)));
  }
}

/** Rules, which name others by key, with the new names of options of the field `source`. */
export const renamedOptions = (
  rules: FieldRules,
  source: Field,
  field: Field,
  current: (option: string) => string,
): FieldRules => withRenamedOptions(rules, { source: keyOf(source), isOwn: field.fieldId === source.fieldId, current });
