import { createHash } from 'node:crypto';
import { officeFormLabel } from '#shared/oa/approval-categories/category-calls.ts';
import type { approvalCategoryCalls } from '#shared/oa/approval-categories/category-calls.ts';
import { isFormType, typeOnWire } from '#shared/record/field.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** A field of a category's form. Its id is never used again, as values of documents are kept by it. */
export interface StoredField {
  readonly fieldId: number;
  readonly fieldName: string;
  readonly name: string;
  /** Of the engine, or a block of lines that built-in categories alone have. */
  readonly formType: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly hidden: boolean;
  readonly options: readonly string[];
  readonly maxLength: number | null;
  readonly defaultValue: string;
  readonly inputTips: string;
  readonly remark: string;
  /** 0 changed and deleted, 1 changed, 3 neither. */
  readonly operating: number;
}

/** Blocks of lines in the forms of trips and expenses, with their numbers on the wire. */
const blocks = [
  { type: 22, formType: 'business_cause' },
  { type: 23, formType: 'examine_cause' },
];

const kindOnWire = (kind: string) =>
  isFormType(kind)
    ? typeOnWire(kind)
    : (blocks.find((block) => block.formType === kind) ?? { type: 0, formType: kind });

/** Another one after each change of the form. */
export const versionOf = (fields: readonly StoredField[]): string =>
  createHash('md5').update(JSON.stringify(fields)).digest('hex');

/** Fields as the designer reads them. */
export const designed = (
  fields: readonly StoredField[],
  updateTime: string,
): OutputOf<typeof approvalCategoryCalls.fields> =>
  fields.map((field, sorting) => ({
    fieldId: field.fieldId,
    fieldName: field.fieldName,
    name: field.name,
    ...kindOnWire(field.formType),
    inputTips: field.inputTips,
    options: field.options.join(','),
    setting: [...field.options],
    isUnique: field.unique ? 1 : 0,
    isNull: field.required ? 1 : 0,
    maxLength: field.maxLength,
    defaultValue: field.defaultValue,
    fieldType: field.operating === 0 ? 0 : 1,
    operating: field.operating,
    disabled: 0,
    relation: null,
    companionOf: null,
    label: officeFormLabel,
    remark: field.remark,
    sorting,
    updateTime,
    isHidden: field.hidden ? 1 : 0,
    relevant: null,
    formVersion: versionOf(fields),
  }));
