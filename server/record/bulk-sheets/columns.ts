import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { defaultLabel, labelOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { maySetNextTime } from '#server/record/follow-ups/write.ts';
import type { HeadColumn } from '#server/record/import/columns.ts';

/** Columns besides the one that names the record. */
const ownColumns = [
  'members',
  'power',
  'content',
  'category',
  'time',
  'author',
  'next_time',
  'new_owner',
  'old_owner',
] as const;
type OwnColumn = (typeof ownColumns)[number];
export type ColumnName = 'name' | 'id' | OwnColumn;

/** A column of a bulk sheet. */
export interface BulkColumn extends HeadColumn {
  readonly name: ColumnName;
}

const columnsOfKind: Readonly<Record<BulkSheetKind, Readonly<Partial<Record<OwnColumn, 'required' | 'optional'>>>>> = {
  team: { members: 'required', power: 'optional' },
  team_removal: { members: 'required' },
  deletion: {},
  follow_up: {
    content: 'required',
    category: 'required',
    time: 'optional',
    author: 'optional',
    next_time: 'optional',
  },
  pool: {},
  owner: { new_owner: 'required', old_owner: 'optional' },
};

export const columnKey = (name: OwnColumn): MessageKey => `bulk_sheet.column.${name}`;

/** The word for records of a type. */
export const nounOf = (type: RecordType, language: Language): string => translate(language, type.name as MessageKey);

/** Columns allowed in a sheet of a kind: the title or id of the record first. */
export function bulkColumns(type: RecordType, fields: FieldSet, kind: BulkSheetKind): BulkColumn[] {
  const title = fields.byName.get(type.titleField);
  const titleLabel = (language: Language) =>
    title ? labelOf(type, title, language) : defaultLabel(type, type.titleField, language);
  const idLabel = (language: Language) => translate(language, 'bulk_sheet.column.id', { noun: nounOf(type, language) });
  const own = ownColumns.flatMap((name): BulkColumn[] => {
    const need = columnsOfKind[kind][name];
    if (!need || (name === 'next_time' && !maySetNextTime(fields))) return [];
    const labels = { cn: translate('cn', columnKey(name)), en: translate('en', columnKey(name)) };
    return [{ name, labels, required: need === 'required' }];
  });
  return [
    {
      name: 'name',
      labels: { cn: titleLabel('cn'), en: titleLabel('en') },
      // the field may have been relabelled since the template was downloaded
      aliases: [defaultLabel(type, type.titleField, 'cn'), defaultLabel(type, type.titleField, 'en'), type.titleField],
      required: false,
    },
    {
      name: 'id',
      labels: { cn: idLabel('cn'), en: idLabel('en') },
      aliases: ['ID', type.idColumn, type.idKey],
      required: false,
    },
    ...own,
  ];
}

/** Either the title or the id is required. @throws AppError `import.column_missing` */
export function requireKey(
  columns: readonly BulkColumn[],
  found: readonly BulkColumn[],
  row: number,
  language: Language,
) {
  if (found.some(({ name }) => name === 'name' || name === 'id')) return;
  const name = columns.find((column) => column.name === 'name')?.labels[language] ?? '';
  throw new AppError('import.column_missing', { row, name });
}
