import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import type { HeadColumn } from '#server/record/import/columns.ts';
import { wordsOf } from '#server/record/import/preview/words.ts';
import { staffHeadings } from '#shared/admin/staff-sheets/staff-words.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

export type StaffColumnName = keyof typeof staffHeadings;

export interface StaffColumn extends HeadColumn {
  readonly name: StaffColumnName;
}

/** Named in every sheet, or it is none of staff; the department may be missing for people who are here. */
const required: readonly StaffColumnName[] = ['realname', 'username', 'dept'];

function column(name: StaffColumnName): StaffColumn {
  const key: MessageKey = `staff_sheet.column.${name}`;
  const labels = { cn: translate('cn', key), en: translate('en', key) };
  const aliases = staffHeadings[name];
  return {
    name,
    required: required.includes(name),
    aliases,
    labels,
    words: wordsOf([...Object.values(labels), ...aliases], []),
  };
}

/** Columns of a sheet of staff, in the order of the template. */
export const staffColumns: readonly StaffColumn[] = (
  ['realname', 'username', 'dept', 'post', 'superior', 'roles', 'sex', 'email', 'num'] as const
).map(column);

const widths: Partial<Record<StaffColumnName, number>> = { dept: 32, superior: 20, roles: 24, email: 28, sex: 10 };
const noted: readonly StaffColumnName[] = ['dept', 'superior', 'roles'];

/** The columns as a workbook has them. */
export const workbookColumns = (language: Language): WorkbookColumn[] =>
  staffColumns.map(({ name, labels, required: isRequired }) => ({
    header: labels[language] + (isRequired ? translate(language, 'sheet.required_mark') : ''),
    kind: 'text' as const,
    isRequired,
    width: widths[name] ?? 18,
    ...(noted.includes(name) && {
      note: translate(language, `staff_sheet.note.${name as 'dept' | 'superior' | 'roles'}`),
    }),
  }));
