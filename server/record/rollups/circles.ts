import type { Database } from '#server/platform/database/tables.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { formulasOf } from '#server/record/formula/compiled-formulas.ts';
import { recordModules } from '#server/record/registry.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { fieldsInConditions } from '#shared/record/rollup.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Refuses a set-up in which a value would depend on itself, through formulas and roll-ups of any types.
 * @throws AppError `formula.circle`
 */
export async function refuseCircles(db: Database, language: Language): Promise<void> {
  const uses = new Map<string, readonly string[]>();
  const labels = new Map<string, string>();
  for (const { type } of recordModules()) {
    const { all } = await readFields(db, type.code);
    const keyOf = (id: string): string => `${type.code}/${id}`;
    const noun = isMessageKey(type.name) ? translate(language, type.name) : type.name;
    for (const field of all) {
      const key = keyOf(formulaField(field).id);
      labels.set(key, `${noun}·${labelOf(type, field, language)}`);
      if (!field.rollup) continue;
      const { child, field: counted = [] } = field.rollup;
      uses.set(
        key,
        [counted, fieldsInConditions(field.rollup)].flat().map((id) => `${child}/${id}`),
      );
    }
    for (const { id, dependencies } of formulasOf(all)) uses.set(keyOf(id), dependencies.map(keyOf));
  }
  const sorted = dependencyOrder(uses);
  if (sorted.ok) return;
  throw new AppError('formula.circle', { names: sorted.circle.map((key) => labels.get(key) ?? key).join(' → ') });
}
