import type { Asked } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import { loneValue, problemOf, type FormValues } from '#web/record/form/form-values.ts';
import { leastCharacters, leastDigits } from '#shared/record/duplicates.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { readPhone } from '#shared/record/written-phone.ts';

// beside the kinds, which the header needs: what reads fields is loaded with the forms

const longestNumber = 30;

/** A text that is a number is asked for as a mobile, however it is written (R18.7). */
export function askedOf(typed: string): Asked {
  const text = typed.trim();
  const isNumber = leastDigits <= (readPhone(text)?.digits.length ?? 0);
  return isNumber ? { mobile: text.slice(0, longestNumber) } : { name: text };
}

/** What is looked for while a field is filled in; null while that is too little to ask (security A13). */
export function askedWhileTyping(field: FormField, values: FormValues): Asked | null {
  const text = String(values[field.fieldName] ?? '').trim();
  if (field.fieldName !== 'mobile') return [...text].length >= leastCharacters ? { name: text } : null;
  return text === '' || problemOf(field, values) ? null : askedOf(textToCheck(field, values));
}

/** What a field holds, for the check: a number with the area code beside it. */
export const textToCheck = (field: FormField, values: FormValues): string =>
  String(field.fieldName === 'mobile' ? loneValue(field, values) : (values[field.fieldName] ?? '')).trim();
