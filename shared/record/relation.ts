import { camelCase, type Field, type FormType } from '#shared/record/field.ts';

/** What a field that holds another record points to. */
interface Relation {
  /** Module code of the other type. */
  readonly code: number;
  /** Keys of its id and of its name on the wire (R7.11). */
  readonly idKey: string;
  readonly nameKey: string;
}

/** Form types that hold one record of another type. Only fixed fields have them: a column with a foreign key. */
export const relations = {
  customer: { code: 2, idKey: 'customerId', nameKey: 'customerName' },
} as const satisfies Partial<Record<FormType, Relation>>;

export type RelatedFormType = keyof typeof relations;

export const isRelated = (formType: FormType): formType is RelatedFormType => Object.hasOwn(relations, formType);

/** How lists, sheets and filters call the other record's name beside its id: `customer_name` of `customer_id`. */
export const relatedName = ({ fieldName }: Pick<Field, 'fieldName'>): string => fieldName.replace(/_id$/, '_name');

/** Key of that name on rows. */
export const relatedKey = (field: Pick<Field, 'fieldName'>): string => camelCase(relatedName(field));
