import type { FormValues } from '#web/record/form/form-values.ts';
import type { Row } from '#web/record/row.ts';
import { camelCase, isBlank } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';
import { isRelated, relatedForms, relatedKey, type RelatedFormType } from '#shared/record/relations/relation.ts';

/** A field of lines that names a record, and says what a line takes of it. */
export interface SourceField {
  readonly fieldName: string;
  readonly formType: RelatedFormType;
  readonly to: number;
  /** By field of the line, the field of the record. */
  readonly copies: Readonly<Record<string, string>>;
}

/** The field by which lines of this type come from records; undefined where there is none. */
export function sourceFieldOf(lineType: RecordType): SourceField | undefined {
  return lineType.fields.flatMap(({ fieldName, formType, relation }: FixedField): SourceField[] =>
    relation?.copies && isRelated(formType) ? [{ fieldName, formType, to: relation.to, copies: relation.copies }] : [],
  )[0];
}

/** Key of a field on the rows of its type: that of the name, where it refers to something. */
function keyOnRow(type: RecordType, fieldName: string): string {
  const declared = declaredField(type, fieldName);
  if (!declared) return fieldName;
  return declared.relation || rowTableOf(declared) ? relatedKey(declared) : camelCase(fieldName);
}

/** The form value that names a record. */
export const naming = ({ formType }: SourceField, id: number, name: string): unknown => {
  const { idKey, nameKey } = relatedForms[formType];
  return [{ [idKey]: id, [nameKey]: name }];
};

/** What a line takes of a record, by field; the server takes the same when it is saved. */
export const takenFrom = ({ copies }: SourceField, type: RecordType, row: Row): FormValues =>
  Object.fromEntries(
    Object.entries(copies).flatMap(([own, theirs]) => {
      const value = row[keyOnRow(type, theirs)];
      return isBlank(value) ? [] : [[own, String(value)]];
    }),
  );
