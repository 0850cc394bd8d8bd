import { asField, newBatchId, problemOf, wireValue, type FormValues } from '#web/record/form/form-values.ts';
import { sourceFieldOf } from '#web/record/lines/pick/picked-line.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FormField, FormLines } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { heldType, isBlank } from '#shared/record/field.ts';
import { lineIdKey, lineTypeOf } from '#shared/record/lines.ts';
import type { LineDeclaration, RecordType } from '#shared/record/record-type.ts';

/** The lines of a form: their declaration, and the fields visible to the user. */
export interface LineSetup {
  readonly lines: LineDeclaration;
  readonly type: RecordType;
  readonly fields: readonly FormField[];
}

/** A line in a form. */
export interface FormLine {
  /** Unique on this page only, since a new line has no id yet. */
  readonly key: string;
  readonly id: number | null;
  /** As stored; empty for a new line. */
  readonly read: FormValues;
  /** The typed values. */
  readonly typed: FormValues;
  /** Pasted texts that are invalid for their fields. */
  readonly unread: Readonly<Record<string, string>>;
}

/**
 * Null for types without lines. Where a line keeps the name of the record that it comes from, people choose the record and
 * read the name, never both beside each other.
 */
export function lineSetupOf(
  type: RecordType,
  fields: readonly FormField[],
  use: 'edit' | 'read' = 'edit',
): LineSetup | null {
  const lineType = lineTypeOf(type);
  if (!type.lines || !lineType) return null;
  const source = sourceFieldOf(lineType)?.fieldName;
  const { searchField, kept = [] } = type.lines;
  const has = (name: string | undefined): boolean => fields.some(({ fieldName }) => fieldName === name);
  const isTwice = has(source) && has(searchField) && kept.includes(searchField);
  const twin = use === 'edit' ? searchField : source;
  return {
    lines: type.lines,
    type: lineType,
    fields: isTwice ? fields.filter(({ fieldName }) => fieldName !== twin) : fields,
  };
}

/** The field that a line is called by where it is shown. */
export const namingField = ({ lines, type, fields }: LineSetup): string | undefined =>
  fields.some(({ fieldName }) => fieldName === lines.searchField) ? lines.searchField : sourceFieldOf(type)?.fieldName;

export const newLine = (typed: FormValues = {}, unread: FormLine['unread'] = {}): FormLine => ({
  key: newBatchId(),
  id: null,
  read: {},
  typed,
  unread,
});

export const readLines = ({ lines }: Pick<FormLines, 'lines'>): FormLine[] =>
  lines.map(({ id, values }) => ({ key: `line-${id}`, id, read: values, typed: {}, unread: {} }));

/** Not editable here: read-only for the user, or derived from other fields. */
export const isFixed = ({ lines }: LineSetup, { fieldName, disabled, computed }: FormField): boolean =>
  disabled === 1 || computed === 1 || fieldName === lines.amounts?.line.subtotal || isKept(lines, fieldName);

/** Shown as it will be, and never sent. */
export const isKept = ({ kept = [] }: LineDeclaration, fieldName: string): boolean => kept.includes(fieldName);

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An empty line, which no save sends. */
export const isEmptyLine = ({ id, typed, unread }: FormLine): boolean =>
  id === null && Object.keys(unread).length === 0 && Object.values(typed).every(isBlank);

/** The line after an edit of one of its fields. Of sales price and discount the later one counts. */
export function typedInto(
  { lines: { amounts } }: LineSetup,
  line: FormLine,
  fieldName: string,
  value: unknown,
): FormLine {
  const pair = [amounts?.line.salesPrice, amounts?.line.discount];
  const dropped = [fieldName, ...(pair.includes(fieldName) ? pair : [])];
  const keep = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !dropped.includes(name)));
  const own = isSame(value, line.read[fieldName]) ? {} : { [fieldName]: value };
  return { ...line, typed: { ...keep(line.typed), ...own }, unread: keep(line.unread) };
}

/** The value of a line's field: the typed one, or the loaded one. */
export const heldIn = (line: FormLine, fieldName: string): unknown =>
  line.typed[fieldName] ?? line.read[fieldName] ?? '';

/** The value as the server would parse it; null for none, and for a refused one. */
export function parsedIn(field: FormField | undefined, value: unknown): string | null {
  if (!field || isBlank(value)) return null;
  const plain = asField(field);
  const read = fieldTypeOf(plain.formType).parse(value, plain);
  return read.ok && typeof read.value === 'string' ? read.value : null;
}

/** The error of a cell. */
export interface CellProblem {
  readonly code: MessageKey;
  readonly params: Readonly<Record<string, string | number>>;
}

/** The first error of a line's field, by the checks of a save. */
export function lineProblem(
  setup: LineSetup,
  line: FormLine,
  field: FormField,
  values: FormValues,
): CellProblem | null {
  const unread = line.unread[field.fieldName];
  if (unread !== undefined) return unreadProblem(field, unread);
  // the typed value, not the normalised one
  return isFixed(setup, field) ? null : problemOf(field, { ...values, ...line.typed });
}

/** Whether its value is chosen among people, departments or records, whose names only the server knows. */
export function isChosen(field: FormField): boolean {
  const { storage } = fieldTypeOf(heldType(field));
  return storage === 'id_list' || storage === 'record';
}

function unreadProblem(field: FormField, written: string): CellProblem {
  if (isChosen(field)) return { code: 'lines.choose', params: { name: field.name, text: written } };
  const plain = asField(field);
  const read = fieldTypeOf(plain.formType).parse(written, plain);
  return read.ok ? { code: 'field.shape', params: { name: field.name } } : read.problem;
}

/** The lines for a save, in their order; null where nothing differs from `start`. */
export function sentLines(
  { lines: declared, fields }: LineSetup,
  lines: readonly FormLine[],
  start: readonly FormLine[],
): Record<string, unknown>[] | null {
  const sent = lines.filter((line) => !isEmptyLine(line));
  const before = start.filter((line) => !isEmptyLine(line));
  const isTyped = ({ typed }: FormLine): boolean => Object.keys(typed).length > 0;
  if (
    isSame(
      sent.map(({ key }) => key),
      before.map(({ key }) => key),
    ) &&
    !sent.some(isTyped)
  )
    return null;
  return sent.map(({ id, typed }) => ({
    ...(id === null ? {} : { [lineIdKey(declared)]: id }),
    ...Object.fromEntries(
      fields
        .filter(({ fieldName }) => Object.hasOwn(typed, fieldName) && !isKept(declared, fieldName))
        .filter(({ fieldName }) => !(id === null && isBlank(typed[fieldName])))
        .map((field) => [field.fieldName, wireValue(field, typed[field.fieldName], '')]),
    ),
  }));
}

/**
 * The user's decisions in a conflict: for a whole line by its id, for a field by `id.fieldName`; true keeps the own
 * value.
 */
export type Decisions = ReadonlyMap<string, boolean>;

/**
 * The lines merged with the document's current ones. Lines added by others are added, those removed by them are
 * removed; typed values stay unless decided otherwise.
 */
export function rebasedLines(
  setup: LineSetup,
  own: readonly FormLine[],
  start: readonly FormLine[],
  held: readonly FormLine[],
  decided: Decisions,
): FormLine[] {
  const heldById = new Map(held.map((line) => [line.id, line]));
  const stays = own.flatMap((line): FormLine[] => {
    if (line.id === null) return [line];
    const now = heldById.get(line.id);
    if (now) {
      const typed = Object.entries(line.typed).filter(
        ([name, value]) => decided.get(`${line.id}.${name}`) !== false && !isSame(value, now.read[name]),
      );
      return [{ ...line, read: now.read, typed: Object.fromEntries(typed) }];
    }
    const isWanted = Object.keys(line.typed).length > 0 && decided.get(String(line.id)) === true;
    return isWanted ? [asNewLine(setup, line)] : [];
  });
  const known = new Set(start.map(({ id }) => id));
  const kept = new Set(own.map(({ id }) => id));
  const comesIn = ({ id }: FormLine): boolean => !kept.has(id) && (!known.has(id) || decided.get(String(id)) === false);
  return held.filter(comesIn).reduce((among, line) => {
    const former = held.slice(0, held.indexOf(line)).map(({ id }) => id);
    const at = among.findLastIndex(({ id }) => id !== null && former.includes(id));
    return among.toSpliced(at + 1, 0, line);
  }, stays);
}

/** The same values as a new line; derived figures are computed again. */
export function asNewLine(setup: LineSetup, line: FormLine): FormLine {
  const discount = setup.lines.amounts?.line.discount;
  const copied = setup.fields.filter(
    (field) => (!isFixed(setup, field) || isKept(setup.lines, field.fieldName)) && field.fieldName !== discount,
  );
  const typed = copied.map(({ fieldName }) => [fieldName, heldIn(line, fieldName)] as const);
  const discounted =
    discount !== undefined && Object.hasOwn(line.typed, discount) ? { [discount]: line.typed[discount] } : {};
  const salesPrice = setup.lines.amounts?.line.salesPrice;
  const kept = Object.keys(discounted).length > 0 ? typed.filter(([name]) => name !== salesPrice) : typed;
  return newLine({ ...Object.fromEntries(kept.filter(([, value]) => !isBlank(value))), ...discounted }, line.unread);
}
