import { relatedId } from '#web/record/field-types/page-types.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { isBlank } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import { isRelated } from '#shared/record/relations/relation.ts';

/** The id in a form's reference field; null for none. */
export function pointedTo(type: RecordType, fieldName: string, value: unknown): number | null {
  const formType = declaredField(type, fieldName)?.formType;
  const id = formType && isRelated(formType) ? Number(relatedId(formType, value)) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The parent of a field's choices, once selected in the form: the customer whose contracts are offered. */
export function wholeOf(type: RecordType, { within }: Relation, values: FormValues): ParentRecord | undefined {
  const id = within ? pointedTo(type, within.field, values[within.field]) : null;
  return within && id !== null ? { fieldName: within.theirs, id } : undefined;
}

/** A selected record that may not belong to the newly selected parent. */
export interface Doubtful {
  readonly fieldName: string;
  /** Module code of its type. */
  readonly to: number;
  readonly id: number;
  /** The required parent, and the field that refers to it. */
  readonly whole: ParentRecord;
}

/**
 * The effect of changing a parent field on selected records: they are cleared, or checked if there was no parent
 * before.
 */
export function afterWhole(
  type: RecordType,
  before: FormValues,
  fieldName: string,
  value: unknown,
): { readonly emptied: FormValues; readonly doubtful: readonly Doubtful[] } {
  const [from, to] = [pointedTo(type, fieldName, before[fieldName]), pointedTo(type, fieldName, value)];
  const parts = type.fields.flatMap((part: FixedField): Doubtful[] => {
    const { relation } = part;
    const id = relation?.within?.field === fieldName ? pointedTo(type, part.fieldName, before[part.fieldName]) : null;
    if (!relation?.within || id === null || to === null || isBlank(value)) return [];
    return [{ fieldName: part.fieldName, to: relation.to, id, whole: { fieldName: relation.within.theirs, id: to } }];
  });
  if (from === null) return { emptied: {}, doubtful: parts };
  return {
    emptied: from === to ? {} : Object.fromEntries(parts.map((part) => [part.fieldName, []])),
    doubtful: [],
  };
}
