import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import { readIdentity } from '#server/platform/company-identity.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { columnLabel, settingOf } from '#server/record/fields/list-columns.ts';
import { linesOf, lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { keyOf, printable, printedField } from '#server/record/printing/field-keys.ts';
import { logoOf } from '#server/record/printing/logo.ts';
import type { PrintedLines, PrintedRecord, PrintedValue } from '#server/record/printing/printed-value.ts';
import { lineSums } from '#server/record/printing/line-sums.ts';
import { recordModule } from '#server/record/registry.ts';
import { readRow } from '#server/record/rows/read.ts';
import { shownAs, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A type with what the reader may see of it. */
interface Reading {
  readonly db: Database;
  readonly actor: Actor;
  readonly type: RecordType;
  readonly fields: FieldSet;
  readonly names: Directory;
}

/**
 * A record as its reader may print it: in their scope, with their fields, masks and language. Of the records that it names only
 * what `related` asks for is read, each in the reader's scope of its own type.
 */
export async function readPrinted(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  related: readonly string[],
): Promise<PrintedRecord> {
  const names = await directoryOf(db, actor.rights.version);
  const reading = { db, actor, type, fields: await fieldsOf(db, actor, type), names };
  const row = await readRow(db, actor, type, id);
  if (row.owner_user_id === null) await recordModule(type.code).rules.onPoolRead?.(db, actor, id);
  const own = fieldValues(reading, row);
  const lines = await printedLines(reading, id);
  const identity = await readIdentity(db);
  const values = new Map([
    ...own,
    ...(await systemValues(reading, row)),
    ...(await relatedValues(reading, row, related)),
    ...(lines ? lineSums(lines) : []),
    ['company', plainValue(translate(actor.language, 'print.company'), identity.name)],
  ] as readonly (readonly [string, PrintedValue])[]);
  const totals = type.lines?.amounts ? Object.values(type.lines.amounts.head).filter((key) => own.has(key)) : [];
  return {
    title: String(row[type.titleField] ?? ''),
    noun: translate(actor.language, type.name as MessageKey),
    createdAt: `${row.update_time.replace(' ', 'T')}Z`,
    values,
    shown: [...own.keys()].filter((key) => !totals.includes(key)),
    totals,
    lines,
    logo: logoOf(identity.logo),
  };
}

function fieldValues({ actor, type, fields, names }: Reading, row: StoredRow): Map<string, PrintedValue> {
  return new Map(
    printable(fields).map((field) => {
      const paper = serverTypeOf(field.formType).onPaper;
      const text = shownAs(field, fields.all, names)(row);
      const value = field.masked ? null : valueOf(row, field);
      const shown = value === null || !paper?.text ? text : paper.text(text);
      return [keyOf(field), { ...printedField(type, field, actor.language), text: shown, value }];
    }),
  );
}

const plainValue = (label: string, text: string, isDay = false): PrintedValue => ({
  label,
  text,
  value: text === '' ? null : text,
  isMoney: false,
  isFigure: false,
  isDay,
});

/** States, owner, times: what every record has beside its fields. */
async function systemValues({ db, actor, type, fields, names }: Reading, row: StoredRow) {
  const columns = listColumns(type, fields).filter(
    ({ state, system }) => state !== null || (system !== null && system.ofPool !== true),
  );
  const values: [string, PrintedValue][] = [];
  for (const column of columns) {
    const raw = row[(column.system ?? column.state)?.column ?? ''] as string | number | null | undefined;
    const named = (await settingOf(db, column, actor)).find((one) => typeof one === 'object' && one.value === raw);
    const text =
      column.system?.kind === 'user_name'
        ? (names.user(Number(raw)) ?? '')
        : typeof named === 'object'
          ? named.name
          : String(raw ?? '');
    const isDay = serverTypeOf(column.formType).onPaper?.isDay === true;
    values.push([column.fieldName, plainValue(columnLabel(type, column, actor), text, isDay)]);
  }
  return values;
}

/** Fields of the records that this one names, `customer_id.telephone`; empty where the reader may not open them. */
async function relatedValues(reading: Reading, row: StoredRow, related: readonly string[]) {
  const wanted = Map.groupBy(
    related.filter((key) => key.includes('.')),
    (key) => key.slice(0, key.indexOf('.')),
  );
  const values: [string, PrintedValue][] = [];
  for (const [host, keys] of wanted) {
    const field = printable(reading.fields).find((one) => keyOf(one) === host);
    const theirs = field && (await relatedRow(reading, row, field));
    if (!theirs) continue;
    const shown = fieldValues(theirs.reading, theirs.row);
    for (const key of keys) {
      const value = shown.get(key.slice(host.length + 1));
      if (value) values.push([key, value]);
    }
  }
  return values;
}

async function relatedRow({ db, actor, names }: Reading, row: StoredRow, field: Field) {
  const id = field.masked ? null : valueOf(row, field);
  if (!field.relation || typeof id !== 'number') return null;
  const { type } = recordModule(field.relation.to);
  if (!actor.mayDo(permissionOf(type, 'read'))) return null;
  try {
    const theirs = await readRow(db, actor, type, id);
    return { row: theirs, reading: { db, actor, type, names, fields: await fieldsOf(db, actor, type) } };
  } catch (error) {
    // the name is all that there is to see of it
    if (error instanceof AppError && error.code === 'access.record') return null;
    throw error;
  }
}

async function printedLines(reading: Reading, id: number): Promise<PrintedLines | null> {
  const { db, actor, type } = reading;
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return null;
  const { lineType, fields } = setting;
  const ofLines = { ...reading, type: lineType, fields };
  const stored = (await linesOf(db, type, [id])).get(id) ?? [];
  return {
    fields: new Map(printable(fields).map((field) => [keyOf(field), printedField(lineType, field, actor.language)])),
    titleKey: lineType.titleField,
    rows: stored.map(({ row }) => fieldValues(ofLines, row)),
  };
}
