import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { columnLabel } from '#server/record/fields/list-columns.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { keyOf, printable, printedField } from '#server/record/printing/field-keys.ts';
import { sumKey } from '#server/record/printing/line-sums.ts';
import type { PrintedField } from '#server/record/printing/printed-value.ts';
import { recordModule } from '#server/record/registry.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { PrintField } from '#shared/record/printing/print-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** What templates of a type can name, as far as the caller sees it. */
export async function printFields(db: Database, actor: Actor, type: RecordType): Promise<PrintField[]> {
  const { language } = actor;
  const fields = await fieldsOf(db, actor, type);
  const own = printable(fields);
  const lines = await lineSettingOf(db, actor, type);
  const ofLines = lines ? printable(lines.fields).map((field) => ({ lines, field })) : [];
  const system = listColumns(type, fields).filter((column) => column.field === null && column.system?.ofPool !== true);
  return [
    ...own.map((field) => onWire(keyOf(field), 'record', printedField(type, field, language))),
    ...ofLines.map(({ lines: { lineType }, field }) =>
      onWire(keyOf(field), 'line', printedField(lineType, field, language)),
    ),
    ...ofLines.flatMap(({ lines: { lineType }, field }) => {
      const printed = printedField(lineType, field, language);
      const label = translate(language, 'print.sum_of', { name: printed.label });
      return printed.isFigure ? [onWire(sumKey(keyOf(field)), 'record', { ...printed, label })] : [];
    }),
    ...(await Promise.all(own.map((field) => relatedFields(db, actor, type, field)))).flat(),
    ...system.map((column) => {
      const isDay = serverTypeOf(column.formType).onPaper?.isDay === true;
      const label = columnLabel(type, column, actor);
      return onWire(column.fieldName, 'system', { label, isMoney: false, isFigure: false, isDay });
    }),
    onWire('company', 'system', {
      label: translate(language, 'print.company'),
      isMoney: false,
      isFigure: false,
      isDay: false,
    }),
  ];
}

async function relatedFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  field: ReturnType<typeof printable>[number],
): Promise<PrintField[]> {
  if (!field.relation || field.masked) return [];
  const { type: theirs } = recordModule(field.relation.to);
  if (!actor.mayDo(permissionOf(theirs, 'read'))) return [];
  const host = printedField(type, field, actor.language).label;
  return printable(await fieldsOf(db, actor, theirs)).map((one) => {
    const printed = printedField(theirs, one, actor.language);
    return onWire(`${keyOf(field)}.${keyOf(one)}`, 'related', { ...printed, label: `${host} · ${printed.label}` });
  });
}

const onWire = (key: string, group: PrintField['group'], field: PrintedField): PrintField => ({
  key,
  name: field.label,
  group,
  isMoney: field.isMoney ? 1 : 0,
  isDay: field.isDay ? 1 : 0,
  isNumber: field.isFigure ? 1 : 0,
});
