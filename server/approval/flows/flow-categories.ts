import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import type { FlowCategory } from '#shared/approval/flow-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { approvalSubjects } from '#server/approval/subjects.ts';

/** What flows can be set up for, with the fields that their conditions can compare. */
export async function flowCategories(db: Database, actor: Actor): Promise<FlowCategory[]> {
  const categories: FlowCategory[] = [];
  for (const { type, categoryType } of approvalSubjects()) {
    const { all } = await fieldsOf(db, actor, type);
    categories.push({
      categoryType,
      label: type.code,
      types: type.name,
      fields: all.filter(isComparable).map((field) => ({
        fieldName: field.fieldName,
        name: labelOf(type, field, actor.language),
        options: [...field.options],
      })),
    });
  }
  return categories.toSorted((one, other) => one.categoryType - other.categoryType);
}

/** Values that people can type or choose by their words. */
const isComparable = (field: Field): boolean =>
  !field.hidden && !isRelated(field.formType) && (field.options.length > 0 || fieldTypeOf(field.formType).sortable);
