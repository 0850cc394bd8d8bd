import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { filterFields } from '#server/record/fields/forms.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { isSteady, namedColumns } from '#server/record/rollups/rollup-sql.ts';
import { kindsOf } from '#server/record/rollups/set-up-rollups.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RollupChoice } from '#shared/record/calls/field-calls.ts';
import { childrenLabel } from '#shared/record/relations/child-relations.ts';
import { typeOnWire } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * What fields of a type may count: each relation that refers to it, with its fields and their operators for conditions.
 */
export async function rollupChoices(db: Database, actor: Actor, type: RecordType): Promise<RollupChoice[]> {
  const choices: RollupChoice[] = [];
  for (const { type: child, column, relation, isField } of relationsTo(type)) {
    if (!isField) continue;
    const fields = await fieldsOf(db, actor, child);
    const by = fields.byName.get(column);
    if (!by || by.hidden) continue;
    const asked = new Map(namedColumns(child, { ...fields, all: fields.shown }).map((one) => [one.fieldName, one]));
    const conditions = (await filterFields(db, actor, child)).flatMap((one) => {
      const found = asked.get(one.fieldName);
      if (!found) return [];
      return [{ ...one, operators: one.operators.filter((condition) => isSteady({ condition }, found)) }];
    });
    choices.push({
      label: child.code,
      name: translate(actor.language, childrenLabel({ type: child, relation })),
      relation: column,
      relationName: labelOf(child, by, actor.language),
      fields: fields.shown.flatMap((field) => {
        const kinds = kindsOf(field);
        if (kinds.length === 0) return [];
        const { fieldId, fieldName, formType } = field;
        return [{ fieldId, fieldName, name: labelOf(child, field, actor.language), ...typeOnWire(formType), kinds }];
      }),
      conditions,
    });
  }
  return choices;
}
