import type { FieldType } from '#shared/record/field-type.ts';
import { text } from '#shared/record/field-types/text.ts';
import { isBlank, parsed, problem, textOf, type FieldValue } from '#shared/record/field.ts';
import { maskNumber } from '#shared/text/mask.ts';
import { defaultAreaCode, isPhoneOf, shownNumber } from '#shared/record/phone.ts';
import { nationalNumber, readAreaCode, readPhone } from '#shared/record/written-phone.ts';
import { foundMobile } from '#shared/record/repairs/found-number.ts';

/** Longest number including its code. */
const most = 20;

const codeIn = (value: FieldValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/**
 * A mobile number; its area code is a separate column, and the rule depends on that (R10.1). A number written with its
 * code is read as `+60123456789` and split when it is normalised.
 */
export const mobile: FieldType<string> = {
  ...text,
  personal: 'contact',
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const phone = readPhone((textOf(input) ?? '').slice(0, 2 * most));
    if (phone === null || phone.digits.length > most) return problem('field.mobile', field);
    if (phone.areaCode !== null) return parsed(`+${phone.areaCode}${phone.digits}`);
    if (!phone.digits.startsWith('+')) return parsed(phone.digits);
    return problem('field.mobile', field, { unsupported: phone.digits.slice(1, 5) });
  },
  parseCompanion: (input) => (isBlank(input) ? input : readAreaCode(textOf(input) ?? '')),
  normalise: (value, field, { companion, sent, before }) => {
    const phone = readPhone(value);
    if (!phone) return {};
    const [sentCode, heldCode] =
      companion === null ? [null, null] : [codeIn(sent[companion]), codeIn(before[companion])];
    const { areaCode, digits } = phone;
    if (areaCode === null)
      return { [field.fieldName]: nationalNumber(sentCode ?? heldCode ?? defaultAreaCode, digits) };
    const isAnother = sentCode !== null && sentCode !== defaultAreaCode && sentCode !== areaCode;
    if (isAnother || (companion === null && areaCode !== defaultAreaCode)) return {};
    const number = { [field.fieldName]: nationalNumber(areaCode, digits) };
    // no code means the default one
    const isSaid = areaCode === defaultAreaCode && (sentCode ?? heldCode) === null;
    return companion === null || isSaid ? number : { ...number, [companion]: areaCode };
  },
  toText: (value, _field, _names, companion) => shownNumber(codeIn(companion), value),
  mask: maskNumber,
  looksLike: (text) => isPhoneOf(defaultAreaCode, readPhone(text)?.digits ?? ''),
  repair: foundMobile,
  described: () => ({
    onRow: { type: 'string' },
    inSave: { type: ['string', 'null'], maxLength: 2 * most, examples: ['13812345678', '+60 123456789'] },
  }),
  // a number that could not be normalised still has its code, and is valid in no area
  check: (value, field, record) =>
    isPhoneOf(field.fieldType === 1 ? codeIn(record['area_code']) : null, value)
      ? null
      : { code: 'field.mobile', params: { name: field.name } },
};
