import { heldUnseen } from '#server/record/lines/hiding-amounts.ts';
import type { LineSetting, StoredLine } from '#server/record/lines/stored-lines.ts';
import type { AskedLine, RuleLine, RuleProblem, Values } from '#server/record/registry.ts';
import { normalised, parseHeld, problemOf, recordProblems, sameValue } from '#server/record/fields/input.ts';
import { maskedProblems } from '#server/record/fields/masked-input.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { camelCase, type Field, type FieldValue } from '#shared/record/field.ts';
import { lineIdKey, maxLines } from '#shared/record/lines.ts';
import { lineFigures } from '#shared/record/money/line-amounts.ts';

/** A line as somebody sent it: with its id one that there is, without a new one. Fields that are absent stay as they are. */
export type SentLine = Readonly<Record<string, unknown>>;

/** The lines that a record is to have. */
export interface LineDraft {
  readonly sent: readonly SentLine[];
  /** Version of the record that the sender has seen: lines that came to be since are kept. */
  readonly seen?: number | undefined;
  /** The same as lines of a new record, where that has been worked out before. */
  readonly asNew?: PreparedLines | undefined;
  /** What the type's rules set of each sent line, whatever was sent for it (`Rules.lineValues`). */
  readonly carried?: readonly Values[];
}

/** A line that changes, and by which fields. */
interface ChangedLine {
  readonly line: StoredLine;
  readonly next: Values;
  readonly fields: readonly Field[];
  /** Of these, what was sent. */
  readonly sent: readonly Field[];
}

/** Lines on their way into the database, with all that stands against them by themselves. */
export interface PreparedLines {
  readonly setting: LineSetting;
  readonly previous: readonly StoredLine[];
  readonly next: readonly RuleLine[];
  readonly changed: readonly ChangedLine[];
  readonly removed: readonly StoredLine[];
  readonly isReordered: boolean;
  /** Ids of sent lines that there are none of, with their places among those sent. */
  readonly gone: readonly { readonly id: number; readonly at: number }[];
  /** What cannot be read or is not the actor's to write. */
  readonly refused: readonly RuleProblem[];
  readonly problems: readonly RuleProblem[];
}

export const linesChanged = (lines: PreparedLines | null): lines is PreparedLines =>
  lines !== null &&
  (lines.isReordered ||
    lines.changed.length > 0 ||
    lines.removed.length > 0 ||
    lines.next.some(({ id }) => id === null));

/** What the changed lines are to hold anew and the new ones hold, with their places. */
export function changedLineValues(lines: PreparedLines | null): { readonly at: number; readonly values: Values }[] {
  if (!linesChanged(lines)) return [];
  const changed = new Map(lines.changed.map(({ line, fields }) => [line.id, fields]));
  return lines.next.flatMap(({ id, values }, at) => {
    if (id === null) return [{ at, values }];
    const fields = changed.get(id) ?? [];
    return fields.length === 0
      ? []
      : [{ at, values: Object.fromEntries(fields.map(({ fieldName }) => [fieldName, values[fieldName] ?? null])) }];
  });
}

/** The lines of a record that stay as they are. */
export const unchangedLines = (setting: LineSetting, previous: readonly StoredLine[]): PreparedLines => ({
  setting,
  previous,
  next: previous,
  changed: [],
  removed: [],
  isReordered: false,
  gone: [],
  refused: [],
  problems: [],
});

/** One line on its way, or null for one that there is none of. */
interface One {
  readonly line: StoredLine | null;
  readonly next: Values;
  readonly sent: readonly Field[];
  readonly refused: readonly RuleProblem[];
  readonly problems: readonly RuleProblem[];
}

/** Each sent line as it was asked for, and the stored one that it changes, for the rules that complete it. */
export function askedLines(
  setting: LineSetting,
  previous: readonly StoredLine[],
  { sent }: LineDraft,
  language: Language,
): AskedLine[] {
  const byId = new Map(previous.map((line) => [line.id, line]));
  return sent.slice(0, maxLines).map((raw, at) => {
    const line = byId.get(idIn(setting, raw) ?? 0) ?? null;
    return { stored: line?.values ?? null, next: readLine(setting, line, { raw, carried: {} }, at, language).next };
  });
}

/** Sent lines over those that there are, as one save leaves them. */
export function prepareLines(
  setting: LineSetting,
  previous: readonly StoredLine[],
  { sent, seen, carried = [] }: LineDraft,
  language: Language,
): PreparedLines {
  const { lines } = setting;
  if (sent.length > maxLines)
    return { ...unchangedLines(setting, previous), refused: [tooMany(setting, sent.length, language)] };
  const byId = new Map(previous.map((line) => [line.id, line]));
  const taken = new Set<number>();
  const gone: { id: number; at: number }[] = [];
  const unknown: RuleProblem[] = [];
  const ones: One[] = [];
  for (const [at, raw] of sent.entries()) {
    const id = idIn(setting, raw);
    const line = id === null ? null : byId.get(id);
    if (line && !taken.has(line.id)) {
      taken.add(line.id);
      ones.push(readLine(setting, line, { raw, carried: carried[at] ?? {} }, at, language));
    } else if (line === null) ones.push(readLine(setting, null, { raw, carried: carried[at] ?? {} }, at, language));
    // somebody has removed a line that the sender leaves as it was
    else if (seen === undefined || Object.keys(raw).length > 1 || line) {
      gone.push({ id: id ?? 0, at });
      unknown.push({ code: 'lines.unknown', params: { line: at + 1 }, fieldName: `${lines.key}.${at}` });
    }
  }
  const missing = previous.filter(({ id }) => !taken.has(id));
  const isKept = ({ since }: StoredLine): boolean => seen !== undefined && since > seen;
  const kept = missing.filter(isKept);
  const own = ones.map((one): RuleLine => ({ id: one.line?.id ?? null, values: one.next }));
  const next = kept.reduce((among, line) => behindItsFormer(among, line, previous), own);
  const stays = next.flatMap(({ id }) => (id === null ? [] : [id]));
  const before = previous.flatMap(({ id }) => (stays.includes(id) ? [id] : []));
  const prepared: PreparedLines = {
    setting,
    previous,
    next,
    changed: ones.flatMap(({ line, next: values, sent: fields }) => {
      const changes = line ? changesOf(setting, values, line.values) : [];
      return line && changes.length > 0 ? [{ line, next: values, fields: changes, sent: fields }] : [];
    }),
    removed: missing.filter((line) => !isKept(line)),
    isReordered: before.some((id, at) => stays[at] !== id),
    gone,
    refused: ones.flatMap(({ refused }) => refused),
    problems: [
      ...unknown,
      ...ones.flatMap(({ problems }) => problems),
      ...(next.length > maxLines ? [tooMany(setting, next.length, language)] : []),
    ],
  };
  return areFixed(setting) && linesChanged(prepared)
    ? { ...prepared, refused: [fixedLines(setting, language), ...prepared.refused] }
    : prepared;
}

/**
 * Whoever may write no field of lines may not add, remove, rename or reorder them either. The name cannot be restricted, and
 * what is computed is nobody's to write, so neither opens them.
 */
export function areFixed({ fields, lines }: LineSetting): boolean {
  if (!fields.isRestricted) return false;
  const others = fields.all.filter(
    ({ fieldName }) => fieldName !== lines.searchField && fieldName !== lines.amounts?.line.subtotal,
  );
  return others.length > 0 && others.every(({ hidden, readOnly }) => hidden || readOnly);
}

const fixedLines = ({ lines }: LineSetting, language: Language): RuleProblem => ({
  code: 'field.read_only',
  params: { name: translate(language, 'lines.name') },
  fieldName: lines.key,
});

/** A line that the sender does not know stays behind the one that it stood behind. */
function behindItsFormer(next: readonly RuleLine[], line: StoredLine, previous: readonly StoredLine[]): RuleLine[] {
  const former = previous.slice(0, previous.indexOf(line)).map(({ id }) => id);
  const at = next.findLastIndex(({ id }) => id !== null && former.includes(id));
  return next.toSpliced(at + 1, 0, line);
}

const tooMany = ({ lines }: LineSetting, count: number, language: Language): RuleProblem => ({
  code: 'lines.too_many',
  params: { name: translate(language, 'lines.name'), max: maxLines, count },
  fieldName: lines.key,
});

/** The id of a line in either spelling; 0 names no line. */
function idIn({ lines }: LineSetting, raw: SentLine): number | null {
  const id = raw[lineIdKey(lines)] ?? raw[lines.idColumn];
  if (id === undefined || id === null || id === '') return null;
  const number = typeof id === 'number' || typeof id === 'string' ? Number(id) : NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

interface Sending {
  readonly raw: SentLine;
  readonly carried: Values;
}

function readLine(
  setting: LineSetting,
  line: StoredLine | null,
  { raw, carried }: Sending,
  at: number,
  language: Language,
): One {
  const { fields, lines } = setting;
  const before = line?.values ?? emptyOf(fields.all);
  const given: Record<string, FieldValue> = {};
  const refused: RuleProblem[] = [];
  const unread = new Set<string>();
  // computed from the rest, whatever was sent
  const derived = lines.amounts?.line.subtotal;
  for (const field of fields.displayed) {
    const key = [field.fieldName, camelCase(field.fieldName)].find((name) => Object.hasOwn(raw, name));
    if (key === undefined || field.fieldName === derived || Object.hasOwn(carried, field.fieldName)) continue;
    if (field.masked) {
      const problems = maskedProblems([{ field, raw: raw[key] }], line?.row ?? null);
      refused.push(...problems);
      for (const { fieldName } of problems) unread.add(fieldName);
      continue;
    }
    try {
      given[field.fieldName] = parseHeld(field, raw[key], before[field.fieldName] ?? null);
    } catch (error) {
      refused.push(problemOf(error));
      unread.add(field.fieldName);
    }
  }
  const sentValues = normalised(fields, given, before);
  const asked: Values = { ...before, ...sentValues, ...carried };
  const changes = changesOf(setting, asked, before);
  const typed = new Set(changes.map(({ fieldName }) => fieldName));
  const next = withFigures(setting, asked, typed);
  const sent = changes.filter(
    ({ fieldName }) => !Object.hasOwn(carried, fieldName) && isWanted(setting, fieldName, typed),
  );
  const fixed = sent.filter(({ readOnly }) => readOnly);
  for (const { name, fieldName } of fixed) refused.push({ code: 'field.read_only', params: { name }, fieldName });
  const names = line
    ? changesOf(setting, next, before).map(({ fieldName }) => fieldName)
    : fields.all.map(({ fieldName }) => fieldName);
  const found = [...recordProblems(fields, next, names), ...figureProblems(setting, { asked, next }, names)];
  const known = new Set([...unread, ...fixed.map(({ fieldName }) => fieldName)]);
  const placed = (problem: RuleProblem): RuleProblem => atLine(setting, problem, at, language);
  return {
    line,
    next,
    sent,
    refused: refused.map(placed),
    problems: found.filter(({ fieldName }) => !known.has(fieldName)).map(placed),
  };
}

/** Who does not see the standard price does not get it in place of a sales price that they take away either. */
function withFigures({ lines: { amounts }, fields }: LineSetting, asked: Values, typed: ReadonlySet<string>): Values {
  if (!amounts) return asked;
  const { price, salesPrice } = amounts.line;
  const isUnseen = fields.byName.get(price)?.hidden === true && typed.has(salesPrice);
  const figures =
    !isUnseen || (asked[salesPrice] ?? null) !== null
      ? lineFigures(amounts, asked, typed)
      : { ...lineFigures(amounts, { ...asked, [price]: null }, typed), [price]: asked[price] ?? null };
  return heldUnseen(fields.all, amounts.line, figures);
}

/** A discount that comes with another sales price says nothing of its own. */
const isWanted = ({ lines: { amounts } }: LineSetting, name: string, typed: ReadonlySet<string>): boolean =>
  !amounts || name !== amounts.line.discount || !typed.has(amounts.line.salesPrice);

const emptyOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ fieldName }) => [fieldName, null]));

const changesOf = ({ fields }: LineSetting, next: Values, before: Values): Field[] =>
  fields.all.filter(({ fieldName }) => !sameValue(next[fieldName] ?? null, before[fieldName] ?? null));

/** Computed figures that are no values of their fields, such as an amount with more digits than there are. */
function figureProblems(
  { fields, lines }: LineSetting,
  { asked, next }: { readonly asked: Values; readonly next: Values },
  names: readonly string[],
): RuleProblem[] {
  const figures: readonly string[] = lines.amounts ? Object.values(lines.amounts.line) : [];
  return fields.all.flatMap((field) => {
    const { fieldName, formType } = field;
    if (!figures.includes(fieldName) || !names.includes(fieldName)) return [];
    // as it was read
    if (next[fieldName] === asked[fieldName]) return [];
    const read = fieldTypeOf(formType).parse(next[fieldName] ?? null, field);
    return read.ok ? [] : [{ ...read.problem, fieldName }];
  });
}

/** Named by the line, which has no name yet while it is typed, and the field. */
export function atLine(
  { lines, fields }: LineSetting,
  problem: RuleProblem,
  at: number,
  language: Language,
): RuleProblem {
  const { code, params, fieldName } = problem;
  const field = fields.byName.get(fieldName);
  // that a masked field cannot be written says nothing of its value
  if (field?.hidden && !(field.masked && code === 'field.read_only'))
    return { code: 'field.unseen', params: {}, fieldName: '' };
  const place = translate(language, 'lines.at', { line: at + 1, name: String(params['name'] ?? '') });
  const named = { ...params, name: place };
  const reason = translate(language, code, named);
  const shown = `${lines.key}.${at}.${fieldName}`;
  // some messages name no field, as they stand beside it in a form
  if (!reason.includes(place)) return { code: 'lines.value', params: { name: place, reason }, fieldName: shown };
  return { code, params: named, fieldName: shown };
}
