import type { FieldType } from '#shared/record/field-type.ts';
import { text } from '#shared/record/field-types/text.ts';
import { isBlank, parsed, problem, textOf } from '#shared/record/field.ts';
import { isPhoneOf } from '#shared/record/phone.ts';

/** A mobile number without its area code; the rule depends on the record's `area_code` (spec §5). */
export const mobile: FieldType<string> = {
  ...text,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const digits = (textOf(input) ?? '').trim().replace(/[\s-]/g, '');
    return digits.length <= 20 && /^\+?\d+$/.test(digits) ? parsed(digits) : problem('field.mobile', field);
  },
  check: (value, field, record) => {
    const areaCode = field.fieldType === 1 ? record['area_code'] : null;
    return isPhoneOf(typeof areaCode === 'string' && areaCode !== '' ? areaCode : null, value)
      ? null
      : { code: 'field.mobile', params: { name: field.name } };
  },
};
