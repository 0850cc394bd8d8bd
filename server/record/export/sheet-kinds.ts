import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import type { FormType } from '#shared/record/field.ts';
import { forRelated } from '#shared/record/relations/relation.ts';

/** How values of each form type lie in the cells of a sheet. */
export const sheetKinds: Readonly<Record<FormType, WorkbookColumn['kind']>> = {
  text: 'text',
  textarea: 'text',
  select: 'text',
  date: 'date',
  number: 'number',
  floatnumber: 'money',
  percent: 'money',
  sequence: 'text',
  mobile: 'text',
  file: 'text',
  checkbox: 'text',
  user: 'text',
  structure: 'text',
  datetime: 'datetime',
  email: 'text',
  map_address: 'text',
  ...forRelated(() => 'text' as const),
};
