import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { cellOf } from '#server/record/export/export-cell.ts';
import type { SheetParts } from '#server/record/field-types/server-type.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { Column } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { columnLabel, settingOf } from '#server/record/fields/list-columns.ts';
import { columnsOf } from '#server/record/import/columns.ts';
import { systemValue, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** One column of an export: its heading and how a row fills it. */
export interface ExportColumn {
  readonly sheet: WorkbookColumn;
  readonly value: (row: StoredRow) => WorkbookValue;
}

/** Columns of a list as an export writes them; a value of several parts takes several. */
export async function exportColumnsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  shown: readonly Column[],
  names: Directory,
): Promise<ExportColumn[]> {
  const fields = await fieldsOf(db, actor, type);
  const settings = new Map<Column, ListHead['setting']>();
  for (const column of shown) if (column.state) settings.set(column, await settingOf(db, column, actor));
  return shown.flatMap((column): ExportColumn[] => {
    const { field } = column;
    if (!field) return [systemColumn(type, column, actor, names, settings.get(column) ?? [])];
    const { inSheet } = serverTypeOf(field.formType);
    if (inSheet.parts) return partColumns(inSheet.parts, type, field, actor);
    const header =
      columnLabel(type, column, actor) + (field.required ? translate(actor.language, 'sheet.required_mark') : '');
    return [{ sheet: { header, kind: inSheet.kind }, value: cellOf(field, fields, names) }];
  });
}

function systemColumn(
  type: RecordType,
  column: Column,
  actor: Actor,
  names: Directory,
  setting: ListHead['setting'],
): ExportColumn {
  const states = new Map(
    setting.flatMap((one) => (typeof one === 'object' ? [[String(one.value), one.name] as const] : [])),
  );
  const name = column.isComputed ? column.key : ((column.system ?? column.state)?.column ?? column.fieldName);
  return {
    sheet: {
      header: columnLabel(type, column, actor),
      kind: column.isComputed || column.system?.kind === 'value' ? serverTypeOf(column.formType).inSheet.kind : 'text',
    },
    value: (row) => {
      const raw = systemValue(name, row) as string | number | null;
      if (raw === null) return '';
      if (column.system?.kind === 'user_name') return names.user(Number(raw)) ?? '';
      return states.get(String(raw)) ?? raw;
    },
  };
}

/** The columns that an import reads. */
function partColumns({ cell }: SheetParts, type: RecordType, field: Field, actor: Actor): ExportColumn[] {
  return columnsOf(type, field).map(({ labels, part }) => ({
    sheet: { header: labels[actor.language], kind: 'text' },
    value: (row) => {
      const value = valueOf(row, field);
      return value === null || part === null ? '' : cell(value, part);
    },
  }));
}
