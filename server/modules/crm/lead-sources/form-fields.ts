import { openInputs } from '#server/record/field-types/open-inputs.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import type { OpenInput } from '#shared/crm/lead-sources/open-lead-calls.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { isComputed } from '#shared/record/field.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

const known: Partial<Record<FormType, OpenInput>> = openInputs;

/** How strangers enter values of a field; undefined for those that they cannot fill in. */
export const inputOf = ({ formType }: Field): OpenInput | undefined => known[formType];

const titleField = leadsType.titleField;

/** Ways to reach a person: one of them is always asked for. */
export const reaches = (field: Field): boolean =>
  field.fieldName === 'telephone' || ['phone', 'email'].includes(inputOf(field) ?? '');

/** The fields that strangers may fill, in the order of the form; the source is known without them. */
export const openFields = (fields: FieldSet, sourceField: number | null): Field[] =>
  fields.shown.filter(
    (field) =>
      inputOf(field) !== undefined &&
      field.companionOf === null &&
      field.fieldId !== sourceField &&
      !field.readOnly &&
      !isComputed(field),
  );

/** The fields of a form: the chosen ones that there are, the name, and whatever the company requires of a lead. */
export function formFieldsOf(fields: FieldSet, sourceField: number | null, chosen: readonly number[]): Field[] {
  const asked = new Set(chosen);
  return openFields(fields, sourceField).filter(
    (field) => asked.has(field.fieldId) || field.required || field.fieldName === titleField,
  );
}
