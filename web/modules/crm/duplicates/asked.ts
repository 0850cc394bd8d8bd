import type { Asked } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import { loneValue, problemOf, type FormValues } from '#web/record/form/form-values.ts';
import { leastCharacters, leastDigits } from '#shared/record/duplicates.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { readPhone } from '#shared/record/written-phone.ts';

// separate from the kinds, which the header needs, because reading fields is loaded with the forms

const longestNumber = 30;

/** A numeric text is sent as a mobile, in whatever format (R18.7). */
export function askedOf(typed: string): Asked {
  const text = typed.trim();
  const isNumber = leastDigits <= (readPhone(text)?.digits.length ?? 0);
  return isNumber ? { mobile: text.slice(0, longestNumber) } : { name: text };
}

/** The search while a field is filled in; null while it is too short (security A13). */
export function askedWhileTyping(field: FormField, values: FormValues): Asked | null {
  const text = String(values[field.fieldName] ?? '').trim();
  if (field.fieldName !== 'mobile') return [...text].length >= leastCharacters ? { name: text } : null;
  return text === '' || problemOf(field, values) ? null : askedOf(textToCheck(field, values));
}

/** The value of a field, for the check: a number with its area code. */
export const textToCheck = (field: FormField, values: FormValues): string =>
  String(field.fieldName === 'mobile' ? loneValue(field, values) : (values[field.fieldName] ?? '')).trim();
