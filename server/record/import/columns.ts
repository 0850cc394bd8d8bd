import { uniqueKey } from '#shared/text/invisible.ts';
import { fieldTypeOf, numbersRecords } from '#shared/record/field-types.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { partColumn } from '#server/record/field-types/server-type.ts';
import { wordsOf } from '#server/record/import/preview/words.ts';
import { recordModule } from '#server/record/registry.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { defaultLabel, labelOf } from '#server/record/fields/field-set.ts';

/** What a column is found by in a sheet. */
export interface HeadColumn {
  readonly name: string;
  readonly labels: Readonly<Record<Language, string>>;
  /** Further headings that mean it. */
  readonly aliases?: readonly string[];
  readonly required: boolean;
  /** Plain headings by which it can be guessed (`wordsOf`). */
  readonly words?: readonly string[];
}

/** A column that a sheet of records may have. */
export interface SheetColumn extends HeadColumn {
  /** Name in a mapping: the field's name, with `:part` for parts of a value. */
  readonly name: string;
  readonly field: Field;
  readonly part: string | null;
  /** Of the lines of a document, whose head has the other columns. */
  readonly ofLines?: true;
}

/** Columns of templates and imports: today's fields that sheets can hold and the actor may write, in form order. */
export function sheetColumns(type: RecordType, fields: FieldSet, lines: LineSetting | null = null): SheetColumn[] {
  const writable = (field: Field): boolean => !field.readOnly && !isComputed(field);
  const own = fields.shown.filter(writable).flatMap((field) => columnsOf(type, field));
  const ofLines = lines ? lineColumns(lines, own).filter(({ field }) => writable(field) && !follows(lines, field)) : [];
  const { headings = [] } = recordModule(type.code).rules;
  return [...own, ...ofLines].map((column) => ({ ...column, words: wordsOf(Object.values(column.labels), headings) }));
}

/** What a line comes to nobody fills in. */
const follows = ({ lines }: LineSetting, { fieldName }: Field): boolean => fieldName === lines.amounts?.line.subtotal;

/** Name of a line's column in a mapping. */
export const lineColumn = (fieldName: string): string => `lines.${fieldName}`;

/** The columns of lines; one that a column of the head is called like says that it is of the lines. */
function lineColumns({ lineType, fields }: LineSetting, own: readonly SheetColumn[]): SheetColumn[] {
  return fields.shown
    .flatMap((field) => columnsOf(lineType, field))
    .map((column): SheetColumn => {
      const label = (language: Language): string => {
        const name = column.labels[language];
        const isTaken = own.some(({ labels }) => labels[language] === name);
        return isTaken ? translate(language, 'lines.of', { line: translate(language, 'lines.name'), name }) : name;
      };
      const labels = { cn: label('cn'), en: label('en') };
      // on a sheet of their own they are called what they are
      const aliases = Object.values(column.labels);
      return { ...column, name: lineColumn(column.name), labels, aliases, required: false, ofLines: true };
    });
}

/** Columns that exports have and nobody fills in: imports pass them over. */
export const computedColumnsOf = (type: RecordType, fields: FieldSet, lines: LineSetting | null): HeadColumn[] => [
  ...fields.shown.filter(isComputed).flatMap((field) => columnsOf(type, field)),
  ...(lines ? [...lineColumns(lines, []).filter(({ field }) => follows(lines, field)), ...kept(type, fields)] : []),
];

/** Columns of lists that the server keeps by itself, such as the states and the time of the last change. */
const kept = (type: RecordType, fields: FieldSet): HeadColumn[] =>
  listColumns(type, fields)
    .filter(({ field }) => !field)
    .map(({ id, fieldName }) => {
      const label = (language: Language) => defaultLabel(type, fieldName, language);
      return { name: id, labels: { cn: label('cn'), en: label('en') }, required: false };
    });

/** Columns of one field, none when sheets cannot hold it. */
export function columnsOf(type: RecordType, field: Field): SheetColumn[] {
  if (!fieldTypeOf(field.formType).importable) return [];
  const label = (language: Language) => labelOf(type, field, language);
  const { parts } = serverTypeOf(field.formType).inSheet;
  if (!parts) {
    return [
      {
        name: field.fieldName,
        field,
        part: null,
        labels: { cn: label('cn'), en: label('en') },
        // a number that a row lacks is given
        // what a condition shows is demanded of the rows where it is shown
        required:
          field.required && !numbersRecords(field) && !field.rules?.shownWhen && field.defaultFormula === undefined,
      },
    ];
  }
  return parts.columns.map(({ part, label: key }) => ({
    name: partColumn(field, part),
    field,
    part,
    labels: { cn: translate('cn', key), en: translate('en', key) },
    required: false,
  }));
}

/** What people call columns and fields, by their names. */
export function columnNames(
  type: RecordType,
  fields: FieldSet,
  lines: LineSetting | null,
  language: Language,
): ReadonlyMap<string, string> {
  return new Map([
    ...fields.all.map((field) => [field.fieldName, labelOf(type, field, language)] as const),
    ...(lines?.fields.all ?? []).map(
      (field) => [lineColumn(field.fieldName), labelOf(lines?.lineType ?? type, field, language)] as const,
    ),
    ...sheetColumns(type, fields, lines).map((column) => [column.name, column.labels[language]] as const),
  ]);
}

/** Column index in the sheet to the column it holds. */
export type Mapping = ReadonlyMap<number, SheetColumn>;

/** Whether rows of a sheet are found by it, as the records that they are. */
export const tellsRecords = (field: Field): boolean => field.unique || numbersRecords(field);

/**
 * Whether matched columns have been closed since without which rows would become something else: new records in place of
 * those that they are found as, or records in place of lines. `names` are those that were matched, `mapping` what is left.
 */
export function areOthersNow(names: readonly string[], mapping: Mapping, fields: FieldSet): boolean {
  const left = [...mapping.values()];
  const isLost = (name: string): boolean => !left.some((column) => column.name === name);
  const telling = names.flatMap((name) => fields.byName.get(name) ?? []).filter(tellsRecords);
  const hadLines = names.some((name) => name.startsWith(lineColumn('')));
  return telling.some(({ fieldName }) => isLost(fieldName)) || (hadLines && !left.some(({ ofLines }) => ofLines));
}

const bare = (heading: string): string =>
  uniqueKey(heading)
    .replace(/\(\*\)|\*|\s/g, '')
    .toLowerCase();

/** Headings that our own files add and imports pass over: a corrected error file can be sent as it is. */
const ownHeadings = new Set(
  (['cn', 'en'] as const).flatMap((language) => [
    bare(translate(language, 'sheet.reason')),
    bare(translate(language, 'sheet.error_column')),
  ]),
);

export function columnFor<C extends HeadColumn>(columns: readonly C[], heading: string): C | undefined {
  const wanted = bare(heading);
  return columns.find((column) =>
    [column.labels.cn, column.labels.en, column.name, ...(column.aliases ?? [])].some(
      (label) => bare(label) === wanted,
    ),
  );
}

/** A, B, … Z, AA, as spreadsheet programs name columns. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/**
 * Matches headings to columns. With a `chosen` mapping people decide, and '' passes a column over; without one every
 * heading must be known. A required column may not be missing. `row` is where the headings stand; `passedOver` are columns
 * that hold nothing to be read.
 */
export function matchColumns<C extends HeadColumn>(
  columns: readonly C[],
  headings: readonly string[],
  chosen: Readonly<Record<string, string>> | undefined,
  {
    row,
    language,
    passedOver = [],
  }: { readonly row: number; readonly language: Language; readonly passedOver?: readonly HeadColumn[] },
): ReadonlyMap<number, C> {
  const mapping = new Map<number, C>();
  for (const [index, heading] of headings.entries()) {
    const choice = chosen?.[String(index)];
    if (choice === '' || (choice === undefined && (heading.trim() === '' || ownHeadings.has(bare(heading))))) continue;
    const column = choice === undefined ? columnFor(columns, heading) : columns.find((one) => one.name === choice);
    if (!column && choice === undefined && columnFor(passedOver, heading)) continue;
    if (!column)
      throw new AppError('import.column_unknown', { row, column: columnLetter(index), heading: heading.slice(0, 50) });
    const [first] = [...mapping].find(([, taken]) => taken === column) ?? [];
    if (first !== undefined) {
      const places = { first: columnLetter(first), column: columnLetter(index) };
      throw new AppError('import.column_twice', { row, ...places, name: column.labels[language] });
    }
    mapping.set(index, column);
  }
  const missing = columns.find((column) => column.required && ![...mapping.values()].includes(column));
  if (missing) throw new AppError('import.column_missing', { row, name: missing.labels[language] });
  return mapping;
}
