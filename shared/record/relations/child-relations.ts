import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FixedField, RecordType, RelationField } from '#shared/record/record-type.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import { relatedKey, relatedName } from '#shared/record/relations/relation.ts';

/** A column by which records of a type point to records of another one. */
export interface ChildRelation {
  /** The child's type. */
  readonly type: RecordType;
  readonly column: string;
  readonly relation: Relation;
  /** Whether people see and set it; the server alone writes the others. */
  readonly isField: boolean;
}

/** By what records of a type point to others. */
export const relationsIn = (type: RecordType): ChildRelation[] => [
  ...type.fields.flatMap(({ fieldName: column, relation }: FixedField) =>
    relation ? [{ type, column, relation, isField: true }] : [],
  ),
  ...(type.keptRelations ?? []).map((kept) => ({ type, ...kept, isField: false })),
];

/** Of these types, what points to records of a type. */
export const childRelations = (types: readonly RecordType[], code: number): ChildRelation[] =>
  types.flatMap(relationsIn).filter(({ relation }) => relation.to === code);

/** How the parent's screens call the children. */
export const childrenLabel = ({ type, relation }: Pick<ChildRelation, 'type' | 'relation'>): MessageKey =>
  relation.label ?? (`${type.name}.many` as MessageKey);

/** The field that points to a record whose name stands under a key of rows or filters: `customerName`, `customer_name`. */
export const fieldNamed = (type: RecordType, name: string): RelationField | undefined =>
  type.fields.find(
    (field: FixedField): field is RelationField =>
      field.relation !== undefined && [relatedName(field), relatedKey(field)].includes(name),
  );

/** What a type declares of a field; undefined for custom ones. */
export const declaredField = (type: RecordType, fieldName: string): FixedField | undefined =>
  type.fields.find((field) => field.fieldName === fieldName);
