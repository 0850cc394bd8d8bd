import type { FieldType, Parts } from '#shared/record/field-type.ts';
import type { FieldValue, FormType } from '#shared/record/field.ts';
import { category } from '#shared/record/field-types/category.ts';
import { checkbox } from '#shared/record/field-types/checkbox.ts';
import { date } from '#shared/record/field-types/date.ts';
import { datetime } from '#shared/record/field-types/datetime.ts';
import { email } from '#shared/record/field-types/email.ts';
import { file } from '#shared/record/field-types/file.ts';
import { mapAddress } from '#shared/record/field-types/map-address.ts';
import { mobile } from '#shared/record/field-types/mobile.ts';
import { money } from '#shared/record/field-types/money.ts';
import { relatedRecord } from '#shared/record/field-types/related-record.ts';
import { number } from '#shared/record/field-types/number.ts';
import { percent } from '#shared/record/field-types/percent.ts';
import { select } from '#shared/record/field-types/select.ts';
import { sequence } from '#shared/record/field-types/sequence.ts';
import { structure } from '#shared/record/field-types/structure.ts';
import { text } from '#shared/record/field-types/text.ts';
import { textarea } from '#shared/record/field-types/textarea.ts';
import { forRelated } from '#shared/record/relations/relation.ts';
import { user } from '#shared/record/field-types/user.ts';

/** @internal Every type by name, for tests that add one of their own; other code uses `fieldTypeOf`. */
export const fieldTypes = {
  text,
  textarea,
  select,
  date,
  number,
  floatnumber: money,
  percent,
  sequence,
  mobile,
  file,
  checkbox,
  user,
  structure,
  datetime,
  email,
  map_address: mapAddress,
  ...forRelated(relatedRecord),
  category,
} satisfies Record<FormType, Pick<FieldType, 'storage'>>;

/** The behaviour of a type. Values read by a type's `parse` may be passed back to the same type only. */
export const fieldTypeOf = (formType: FormType): FieldType<FieldValue> =>
  fieldTypes[formType] as unknown as FieldType<FieldValue>;

interface Typed {
  readonly formType: FormType;
}

/** Whether the server assigns the numbers of a field. */
export const numbersRecords = ({ formType }: Typed): boolean => fieldTypeOf(formType).numbersRecords === true;

export const holdsFiles = ({ formType }: Typed): boolean => fieldTypeOf(formType).holdsFiles === true;

/** Keys of rows and saves that carry the field's value instead of its own key. */
export const partsOf = ({ formType }: Typed): Parts | undefined => fieldTypeOf(formType).parts;
