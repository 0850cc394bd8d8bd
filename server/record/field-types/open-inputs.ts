import type { FormType } from '#shared/record/field.ts';

/** How strangers enter values: nothing of the company is chosen from, and no file is taken. */
export const openInputs = {
  text: 'line',
  textarea: 'lines',
  select: 'one',
  checkbox: 'several',
  number: 'number',
  floatnumber: 'number',
  mobile: 'phone',
  email: 'email',
  date: 'date',
} as const satisfies Partial<Record<FormType, string>>;
