import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FixedField, RecordType, RelationField, RowField, TreeField } from '#shared/record/record-type.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import { relatedKey, relatedName } from '#shared/record/relations/relation.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';

/** A column by which records of a type refer to another one. */
export interface ChildRelation {
  /** The child's type. */
  readonly type: RecordType;
  readonly column: string;
  readonly relation: Relation;
  /** Whether people see and set it; the others are written by the server only. */
  readonly isField: boolean;
}

/** The references of a record type. */
export const relationsIn = (type: RecordType): ChildRelation[] => [
  ...type.fields.flatMap(({ fieldName: column, relation }: FixedField) =>
    relation ? [{ type, column, relation, isField: true }] : [],
  ),
  ...(type.keptRelations ?? []).map((kept) => ({ type, ...kept, isField: false })),
];

/** The references from these types to a type. */
export const childRelations = (types: readonly RecordType[], code: number): ChildRelation[] =>
  types.flatMap(relationsIn).filter(({ relation }) => relation.to === code);

/** How the parent's screens call the children. */
export const childrenLabel = ({ type, relation }: Pick<ChildRelation, 'type' | 'relation'>): MessageKey =>
  relation.label ?? (`${type.name}.many` as MessageKey);

/** The field behind a key of a name on rows or filters, such as `customerName` or `customer_name`. */
export const fieldNamed = (type: RecordType, name: string): RelationField | TreeField | RowField | undefined =>
  type.fields.find(
    (field: FixedField): field is RelationField | TreeField | RowField =>
      (field.relation !== undefined || rowTableOf(field) !== undefined) &&
      [relatedName(field), relatedKey(field)].includes(name),
  );

/** A field's declaration in its type; undefined for custom ones. */
export const declaredField = (type: RecordType, fieldName: string): FixedField | undefined =>
  type.fields.find((field) => field.fieldName === fieldName);
