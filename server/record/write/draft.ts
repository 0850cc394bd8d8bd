import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { filled, filledByRules, openDefaults } from '#server/record/formula/fill-defaults.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { heldUnseen } from '#server/record/lines/hiding-amounts.ts';
import { loggedLineChanges } from '#server/record/lines/line-changes.ts';
import {
  askedLines,
  linesChanged,
  prepareLines,
  unchangedLines,
  type LineDraft,
  type PreparedLines,
} from '#server/record/lines/prepare-lines.ts';
import { lineSettingOf, linesOf, type LineSetting, type StoredLine } from '#server/record/lines/stored-lines.ts';
import { recordModule, type RuleLine, type RuleProblem, type Values } from '#server/record/registry.ts';
import { valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import type { Change } from '#server/record/rows/events.ts';
import {
  normalised,
  parseHeld,
  parseValue,
  problemOf,
  recordProblems,
  refusal,
  sameValue,
  type MaskedValue,
  type UnlistedValue,
} from '#server/record/fields/input.ts';
import { maskedProblems } from '#server/record/fields/masked-input.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { fieldTypeOf, numbersRecords } from '#shared/record/field-types.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import { headFigures } from '#shared/record/money/line-amounts.ts';
import { ruleFaults, viewOf } from '#server/record/form-rules/rule-problems.ts';
import { lockedProblems } from '#server/record/states/locks.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { emptyRollup } from '#shared/record/rollup.ts';
import type { SaveProblems } from '#shared/record/calls/save-input.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** One record before it is written. */
export interface Draft {
  /** The locked current record; null for a new one. */
  readonly row: StoredRow | null;
  /** Values chosen by a person, by fieldName: refused where the actor may not write the field. */
  readonly sent: Values;
  /** Values sent with options that have been removed. */
  readonly unlisted?: readonly UnlistedValue[];
  /** Values sent for fields that are masked for the sender. */
  readonly masked?: readonly MaskedValue[];
  /** Its new lines; unchanged without them. */
  readonly lines?: LineDraft | undefined;
  /** Values from the company's set-up, such as the mapping of a conversion: no right to the field is required. */
  readonly carried?: Values;
  /** Fields of a new record that somebody has left empty on purpose, by fieldName: they get no computed default. */
  readonly emptied?: ReadonlySet<string> | undefined;
  /** Of a new record: the one that it is to become, if its type has such (`RecordType.versionOf`). */
  readonly versionOf?: number | undefined;
  /** The caller handles the files of file fields, as a merge does. */
  readonly bringsFiles?: true;
}

/** A draft with its planned values, and all problems of the record by itself. */
export interface Prepared<One extends Draft = Draft> {
  readonly draft: One;
  /** Null for a new record. */
  readonly previous: Values | null;
  readonly next: Values;
  /** Fields whose values differ; for a new record all non-empty ones. */
  readonly changes: readonly Field[];
  /** Those sent by the actor. */
  readonly sent: readonly Field[];
  /** Null for types without lines. */
  readonly lines: PreparedLines | null;
  /** Values that are invalid or not writable by the actor. */
  readonly refused: readonly RuleProblem[];
  /** All problems: refused values, and violated rules. */
  readonly problems: readonly RuleProblem[];
}

/** The parsed input, before the rules of the type are applied. */
interface Read<One extends Draft> {
  readonly draft: One;
  readonly previous: Values | null;
  readonly next: Values;
  readonly sent: readonly Field[];
  readonly refused: readonly RuleProblem[];
  readonly lines: PreparedLines | null;
  /** Fields with a computed default, which `next` has already. */
  readonly open: ReadonlySet<string>;
}

/**
 * The first half of every write, for one record as for many: normalised values, values computed by the rules of the
 * type (`Rules.beforeSave`), results of formulas, the differences, and every problem that can be found in the record
 * alone.
 */
export async function prepare<One extends Draft>(
  db: Database,
  actor: Actor,
  { type, fields }: { readonly type: RecordType; readonly fields: FieldSet },
  drafts: readonly One[],
): Promise<Prepared<One>[]> {
  const setting = await lineSettingOf(db, actor, type);
  const stored = await linesOf(db, type, setting ? drafts.flatMap(({ row }) => idsOf(type, row)) : []);
  const storedOf = ({ row }: Draft) => stored.get(idsOf(type, row)[0] ?? 0) ?? [];
  const completed = setting ? await completeLines(db, actor, type, { setting, drafts, storedOf }) : drafts;
  const read = completed.map((draft) => {
    const one = { ...readDraft(fields, draft), lines: null, open: new Set<string>() };
    const whole = setting ? withLines(setting, fields, one, storedOf(draft), actor.language) : one;
    return withOpenDefaults(fields, withLocks(type, fields, whole, actor.language));
  });
  const { beforeSave } = recordModule(type.code).rules;
  const computed = await beforeSave?.(
    db,
    actor,
    read.map(({ draft, next, previous, lines }) => ({
      id: idsOf(type, draft.row)[0] ?? null,
      next,
      previous,
      lines: lines?.next ?? [],
    })),
  );
  const prepared = read.map((one, at) => checked(type, fields, one, computed?.[at] ?? {}));
  return withRefusals(db, actor, { type, fields }, prepared);
}

/** The same with what the rules of the type find in the database against those that are written. */
async function withRefusals<One extends Draft>(
  db: Database,
  actor: Actor,
  { type, fields }: { readonly type: RecordType; readonly fields: FieldSet },
  prepared: readonly Prepared<One>[],
): Promise<Prepared<One>[]> {
  const { refusals } = recordModule(type.code).rules;
  const written = refusals ? prepared.filter(isWritten) : [];
  const found = await refusals?.(
    db,
    actor,
    written.map(({ draft, next, previous, lines }) => ({
      id: idsOf(type, draft.row)[0] ?? null,
      next,
      previous,
      lines: lines?.next ?? [],
    })),
  );
  const problemOf = new Map(written.map((one, at) => [one, found?.[at] ?? null]));
  return prepared.map((one) => {
    const problem = problemOf.get(one);
    return problem ? { ...one, problems: [...one.problems, forReader(fields, problem)] } : one;
  });
}

const idsOf = (type: RecordType, row: StoredRow | null): number[] => (row === null ? [] : [Number(row[type.idColumn])]);

interface Completing<One extends Draft> {
  readonly setting: LineSetting;
  readonly drafts: readonly One[];
  readonly storedOf: (draft: One) => readonly StoredLine[];
}

/** The drafts with what the rules of the type set of their lines; lines that were worked out without are read again. */
async function completeLines<One extends Draft>(
  db: Database,
  actor: Actor,
  type: RecordType,
  { setting, drafts, storedOf }: Completing<One>,
): Promise<readonly One[]> {
  const { lineValues } = recordModule(type.code).rules;
  if (!lineValues) return drafts;
  const asked = drafts.map((draft) =>
    draft.lines ? askedLines(setting, storedOf(draft), draft.lines, actor.language) : [],
  );
  const values = await lineValues(db, actor, asked.flat());
  let at = 0;
  return drafts.map((draft, index) => {
    if (!draft.lines) return draft;
    const carried = values.slice(at, (at += asked[index]?.length ?? 0));
    return { ...draft, lines: { ...draft.lines, asNew: undefined, carried } };
  });
}

/** The lines of a record merged with those sent, and the resulting money of the document. */
function withLines<One extends Draft>(
  setting: LineSetting,
  fields: FieldSet,
  read: Read<One>,
  stored: readonly StoredLine[],
  language: Language,
): Read<One> {
  const { draft, next, previous } = read;
  const known = draft.row === null ? draft.lines?.asNew : undefined;
  const lines =
    known ?? (draft.lines ? prepareLines(setting, stored, draft.lines, language) : unchangedLines(setting, stored));
  const { amounts } = setting.lines;
  const edit = { previous, next, lines: lines.next.map(({ values }) => values), linesChanged: linesChanged(lines) };
  return {
    ...read,
    lines,
    next: amounts ? heldUnseen(fields.all, amounts.head, headFigures(amounts, edit)) : next,
    refused: [...read.refused, ...lines.refused],
  };
}

/** Fields locked by the states of a record are refused, whoever sends them. */
function withLocks<One extends Draft>(
  type: RecordType,
  fields: FieldSet,
  read: Read<One>,
  language: Language,
): Read<One> {
  const { draft, sent, lines, refused } = read;
  if (draft.row === null) return read;
  const changed = [...sent.map(({ fieldName }) => fieldName), ...(linesChanged(lines) ? ['lines'] : [])];
  return { ...read, refused: [...refused, ...lockedProblems(type, fields, draft.row, changed, language)] };
}

/** The same with the computed defaults of a new record, so that the rules of its type see them. */
function withOpenDefaults<One extends Draft>(fields: FieldSet, read: Read<One>): Read<One> {
  const { previous, next, draft } = read;
  const open = openDefaults(fields, { previous, next, emptied: draft.emptied });
  return open.size === 0 ? read : { ...read, open, next: filled(fields, open, next) };
}

/** A new record has no children. */
const emptyOf = (fields: FieldSet): Values =>
  Object.fromEntries(fields.all.map(({ fieldName, rollup }) => [fieldName, rollup ? emptyRollup(rollup) : null]));

function readDraft<One extends Draft>(fields: FieldSet, draft: One): Omit<Read<One>, 'lines' | 'open'> {
  const previous = draft.row === null ? null : valuesOf(draft.row, fields);
  const refused: RuleProblem[] = maskedProblems(draft.masked ?? [], draft.row);
  const held: Record<string, Values[string]> = {};
  for (const { field, raw } of draft.unlisted ?? []) {
    try {
      held[field.fieldName] =
        previous === null ? parseValue(field, raw) : parseHeld(field, raw, previous[field.fieldName] ?? null);
    } catch (error) {
      refused.push(problemOf(error));
    }
  }
  const sentNow = asHeld(fields, writable(fields, { ...draft.carried, ...draft.sent, ...held }), previous ?? {});
  const given = normalised(fields, sentNow, previous ?? {});
  const next: Values = { ...(previous ?? emptyOf(fields)), ...given };
  const carried = new Set(Object.keys(draft.carried ?? {}).filter((name) => !Object.hasOwn(draft.sent, name)));
  const sent = fields.all.filter(
    (field) =>
      Object.hasOwn(given, field.fieldName) &&
      !carried.has(field.fieldName) &&
      isChanged(field, next, previous) &&
      !(previous === null && isDefault(field, next)),
  );
  const fixed = sent.find((field) => field.readOnly);
  if (fixed) refused.unshift({ code: 'field.read_only', params: { name: fixed.name }, fieldName: fixed.fieldName });
  return { draft, previous, next, sent, refused };
}

/** A value that comes back as it was shown is no change, although such values are read in another form by now. */
function asHeld(fields: FieldSet, values: Values, previous: Values): Values {
  const isHeld = ([name, value]: [string, Values[string]]): boolean => {
    const [field, former] = [fields.byName.get(name), previous[name]];
    if (!field || typeof former !== 'string' || former === value) return false;
    const read = fieldTypeOf(field.formType).parse(former, field);
    return read.ok && sameValue(read.value, value ?? null);
  };
  return Object.fromEntries(
    Object.entries(values).map((one) => [one[0], isHeld(one) ? (previous[one[0]] ?? null) : one[1]]),
  );
}

/** Formulas and roll-ups cannot be written: not by a caller, a merge or a mapping. */
const writable = (fields: FieldSet, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields.byName.get(name);
      return !field || !isComputed(field);
    }),
  );

function checked<One extends Draft>(
  type: RecordType,
  fields: FieldSet,
  { draft, previous, next: asked, sent, refused, lines, open }: Read<One>,
  computed: Values,
): Prepared<One> {
  const next = filledByRules(type, fields, open, { asked, computed });
  const differing = fields.all.filter((field) => isChanged(field, next, previous));
  // a changed formula is no change by itself: an empty save leaves the record to the recompute job
  const changes = differing.some((field) => !isComputed(field)) || linesChanged(lines) ? differing : [];
  const prepared = { draft, previous, next, changes, sent, refused, lines };
  const ofLines = lines?.problems ?? [];
  if (!isWritten(prepared)) return { ...prepared, problems: [...refused, ...ofLines] };
  const names =
    previous === null
      ? fields.all.filter((field) => !isNumberedLater(field, next)).map(({ fieldName }) => fieldName)
      : changes.flatMap((field) => [field.fieldName, ...companions(fields, field)]);
  const view = viewOf(fields, next);
  const own = recordProblems(fields, next, names, view?.isShown);
  const faults = view ? ruleFaults(fields, view, next, names) : [];
  const found = [
    ...own,
    ...faults.filter((fault) => !own.some(({ fieldName }) => fieldName === fault.fieldName)),
    ...(ofLines.length > 0 ? ofLines : totalProblems(type, fields, next, names)),
    ...ruleProblems(type, next, previous, lines?.next),
  ];
  const known = new Set(refused.map(({ fieldName }) => fieldName));
  const further = found.filter(({ fieldName }) => !known.has(fieldName)).map((one) => forReader(fields, one));
  return { ...prepared, problems: [...refused, ...further] };
}

/** Numbers are assigned when everything else is valid (`assignNumbers`). */
const isNumberedLater = (field: Field, next: Values): boolean =>
  numbersRecords(field) && (next[field.fieldName] ?? null) === null;

/** Whether a record is new or has any difference, even in a line alone. */
export const isWritten = ({ previous, changes, lines }: Pick<Prepared, 'previous' | 'changes' | 'lines'>): boolean =>
  previous === null || changes.length > 0 || linesChanged(lines);

/** A total with too many digits. */
function totalProblems({ lines }: RecordType, fields: FieldSet, next: Values, names: readonly string[]): RuleProblem[] {
  const total = fields.byName.get(lines?.amounts?.head.totalPrice ?? '');
  if (!total || !names.includes(total.fieldName)) return [];
  const read = fieldTypeOf(total.formType).parse(next[total.fieldName] ?? null, total);
  return read.ok ? [] : [{ ...read.problem, fieldName: total.fieldName }];
}

const isChanged = ({ fieldName }: Field, next: Values, previous: Values | null): boolean =>
  !sameValue(next[fieldName] ?? null, previous?.[fieldName] ?? null);

/** Forms send their default values. */
function isDefault(field: Field, values: Values): boolean {
  if (field.defaultValue === '') return false;
  const initial = fieldTypeOf(field.formType).parse(field.defaultValue, field);
  return initial.ok && sameValue(initial.value, values[field.fieldName] ?? null);
}

/** Problems reported by the rules of the type for a whole record. */
export const ruleProblems = (
  type: RecordType,
  next: Values,
  previous: Values | null,
  lines: readonly RuleLine[] = [],
): readonly RuleProblem[] =>
  (recordModule(type.code).rules.validate ?? []).flatMap((rule) => rule(next, previous, lines));

/** A problem of a field that the reader cannot see is reported without its name. */
export const forReader = (fields: FieldSet, problem: RuleProblem): RuleProblem =>
  fields.byName.get(problem.fieldName)?.hidden
    ? { ...problem, code: 'field.unseen', params: {}, fieldName: '' }
    : problem;

/** A field whose rule depends on another is checked again when that one changes, as the mobile with its area code. */
const companions = (fields: FieldSet, field: Field): string[] =>
  field.companionOf !== null
    ? [field.companionOf]
    : fields.all.filter((other) => other.companionOf === field.fieldName).map((other) => other.fieldName);

/**
 * Throws for the first record with problems: its first problem, with all of them in the details if there are several.
 */
export function refuseFirst(prepared: readonly Pick<Prepared, 'problems'>[], language: Language): void {
  const [problems = []] = prepared.flatMap((one) => (one.problems.length > 0 ? [one.problems] : []));
  const [first] = problems;
  if (!first) return;
  if (problems.length === 1) throw refusal(first);
  const detail: SaveProblems = {
    fieldName: first.fieldName,
    problems: problems.map(({ code, params, fieldName }) => ({ fieldName, msg: translate(language, code, params) })),
  };
  throw new AppError(first.code, first.params, detail);
}

/** The log entries of the changes. */
export const loggedChanges = ({
  changes,
  previous,
  next,
  lines,
}: Pick<Prepared, 'changes' | 'previous' | 'next' | 'lines'>): Change[] => [
  ...changes.map((field) => ({
    id: fieldColumn(field).id,
    // the company's label, whoever writes: the log names deleted custom fields
    name: field.fieldType === 0 ? field.fieldName : field.name,
    from: previous?.[field.fieldName] ?? null,
    to: next[field.fieldName] ?? null,
  })),
  ...loggedLineChanges(lines),
];

/** The values of the changes alone. */
export const changedValues = ({ changes, next }: Pick<Prepared, 'changes' | 'next'>): Values =>
  Object.fromEntries(changes.map(({ fieldName }) => [fieldName, next[fieldName] ?? null]));
