import { camelCase, type Field, type FormType } from '#shared/record/field.ts';

interface RelatedForm {
  /** Keys of the id and of the name in form values (R7.11). */
  readonly idKey: string;
  readonly nameKey: string;
  /** Replaces `_id` in the key of the name: `contract_num` of `contract_id`. */
  readonly suffix: '_name' | '_num';
}

/**
 * Form types that refer to one record of another type, or to one node of a tree or other row that a company sets up. The wire type defines how they look, the field's declaration
 * which type they refer to. Only fixed fields have them: a column with a foreign key, whose name ends in `_id`.
 */
export const relatedForms = {
  customer: { idKey: 'customerId', nameKey: 'customerName', suffix: '_name' },
  business: { idKey: 'businessId', nameKey: 'businessName', suffix: '_name' },
  contacts: { idKey: 'contactsId', nameKey: 'name', suffix: '_name' },
  contract: { idKey: 'contractId', nameKey: 'contractNum', suffix: '_num' },
  receivables_plan: { idKey: 'planId', nameKey: 'num', suffix: '_num' },
  product: { idKey: 'productId', nameKey: 'name', suffix: '_name' },
  // a node of a tree (`shared/record/trees/tree.ts`)
  category: { idKey: 'categoryId', nameKey: 'name', suffix: '_name' },
  // a group of stages
  business_type: { idKey: 'typeId', nameKey: 'name', suffix: '_name' },
} as const satisfies Partial<Record<FormType, RelatedForm>>;

export type RelatedFormType = keyof typeof relatedForms;

/** Those of them that name a row of a table that a company sets up (`RowTable`). */
const rowForms = ['business_type'] as const satisfies readonly RelatedFormType[];
export type RowFormType = (typeof rowForms)[number];

export const isRelated = (formType: FormType): formType is RelatedFormType => Object.hasOwn(relatedForms, formType);

/** A map over the reference types with one value for all. */
export const forRelated = <T>(value: (formType: RelatedFormType) => T): Record<RelatedFormType, T> =>
  Object.fromEntries(
    Object.keys(relatedForms).map((formType) => [formType, value(formType as RelatedFormType)]),
  ) as Record<RelatedFormType, T>;

/** A map over the types that name rows of tables, with one value for all. */
export const forRows = <T>(value: (formType: RowFormType) => T): Record<RowFormType, T> =>
  Object.fromEntries(rowForms.map((formType) => [formType, value(formType)])) as Record<RowFormType, T>;

/** The key of the referenced record's name in lists, sheets and filters: `customer_name` of `customer_id`. */
export const relatedName = ({ fieldName, formType }: Pick<Field, 'fieldName' | 'formType'>): string =>
  fieldName.replace(/_id$/, isRelated(formType) ? relatedForms[formType].suffix : '_name');

/** Key of that name on rows. */
export const relatedKey = (field: Pick<Field, 'fieldName' | 'formType'>): string => camelCase(relatedName(field));
