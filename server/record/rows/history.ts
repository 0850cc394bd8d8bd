import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Names } from '#shared/record/field-type.ts';
import { isComputed, type Address, type Field, type FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import { declaredState, isStaged, stateColumn, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { formerRecords } from '#server/record/rows/former-records.ts';
import type { Change } from '#server/record/rows/events.ts';
import { defaultLabel, fieldsOf, labelOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { isDisplayed } from '#server/record/fields/visibility.ts';
import type { Where } from '#server/record/query/where.ts';
import { lineFieldId, lineOrder, wholeLine } from '#server/record/lines/line-changes.ts';
import { lineSettingOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { mergedInto } from '#server/record/merge/merged-into.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { readRow } from '#server/record/rows/read.ts';
import { namesFor } from '#server/record/rows/related.ts';
import { fieldText } from '#server/record/rows/row.ts';

interface Entry {
  readonly event_id: number;
  readonly type: string;
  readonly type_code: number;
  readonly record_id: number;
  readonly actor_id: number;
  readonly created_at: string;
  readonly changes: Change[];
  readonly details: Readonly<Record<string, unknown>>;
}

export interface HistoryRow {
  id: number;
  createUserId: number;
  realname: string;
  img: string;
  createTime: string;
  types: number;
  actionId: number;
  content: string[];
  isFollowUp: 0 | 1;
}

/** The history of a record, and of those merged into it. */
interface Chapter {
  readonly type: RecordType;
  readonly fields: FieldSet;
  readonly lines: LineSetting | null;
  readonly ids: readonly number[];
  readonly where: Where;
  /** Whether the reader sees what changed, and not only that something happened. */
  readonly isOpen: boolean;
}

/**
 * The history of a record, of those merged into it and of its former record, newest first, in the reader's language
 * (R13.7).
 */
export async function historyOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  page: { offset: number; limit: number },
): Promise<HistoryRow[]> {
  await readRow(db, actor, type, id);
  const chapters = await chaptersOf(db, actor, type, id);
  const directory = await directoryOf(db, actor.rights.version);
  const { rows } = await sql<Entry>`
    select event_id, type, type_code, record_id, actor_id, created_at, changes, details from event
    where ${sql.join(
      chapters.map(({ where }) => sql`(${where})`),
      sql` or `,
    )}
    order by event_id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const picture = await picturesOf(
    db,
    actor,
    rows.map((entry) => entry.actor_id),
  );
  const visible = rows.flatMap((entry) => {
    const chapter = chapters.find(({ type: of, ids }) => of.code === entry.type_code && ids.includes(entry.record_id));
    if (!chapter) return [];
    const changes = entry.changes.filter((change) => isReported(chapter, change));
    const saysNothing =
      changes.length === 0 && entry.changes.length > 0 && !isOwnDeed(chapter.type, verbOf(chapter.type, entry));
    return saysNothing ? [] : [{ chapter, entry: { ...entry, changes } }];
  });
  const held = visible.flatMap(({ chapter, entry }) =>
    entry.changes.flatMap((change) => {
      const field = fieldOf(chapter, change);
      return field ? [change.from, change.to].map((value) => ({ field, value })) : [];
    }),
  );
  const names = await namesFor(db, directory, held);
  return visible.map(({ chapter, entry }) => ({
    id: entry.event_id,
    createUserId: entry.actor_id,
    realname: names.user(entry.actor_id) ?? '',
    img: picture(entry.actor_id),
    createTime: entry.created_at,
    types: type.code,
    actionId: id,
    content: textsOf(chapter, names, actor.language, entry),
    isFollowUp: verbOf(chapter.type, entry) === 'followed_up' ? 1 : 0,
  }));
}

async function chaptersOf(db: Database, actor: Actor, type: RecordType, id: number): Promise<Chapter[]> {
  const own = await chapterOf(db, actor, type, id);
  const chapters = [own];
  for (const { type: former, id: formerId, until } of await formerRecords(db, type, own.ids)) {
    const chapter = await chapterOf(db, actor, former, formerId);
    // it is shown with the record, but its content only to people who may read it there (security A2, A8)
    const isOpen = await mayReach(db, actor, former.code, formerId, 'read');
    chapters.push({ ...chapter, where: sql`${chapter.where} and event_id < ${until}`, isOpen });
  }
  return chapters;
}

async function chapterOf(db: Database, actor: Actor, type: RecordType, id: number): Promise<Chapter> {
  const merged = await mergedInto(db, type, id);
  const where = sql<boolean>`type_code = ${type.code} and (record_id = ${id} or (record_id = any(${merged}::bigint[])
    -- the merge itself stands once, at the one that stayed
    and (type <> ${`${type.name}.merged`} or details ->> 'targetId' = record_id::text)))`;
  const [fields, lines] = [await fieldsOf(db, actor, type), await lineSettingOf(db, actor, type)];
  return { type, fields, lines, ids: [id, ...merged], where, isOpen: true };
}

/**
 * A hidden field is left out of the log too, a masked one has its mask unless it follows from others, and for a deleted
 * one it is unknown whether it was hidden (security A8).
 */
function isReported(chapter: Chapter, change: Change): boolean {
  const { fields, isOpen } = chapter;
  const field = fieldOf(chapter, change);
  if (!field) return isOpen && !(fields.isRestricted && /^f\d+$/.test(change.id));
  return isOpen && isDisplayed(field) && !(field.masked && isFollowing(chapter, change, field));
}

/** That a figure has changed says something of what it is made from, and that it has not even more. */
function isFollowing({ type }: Chapter, { line }: Change, field: Field): boolean {
  const { head = {}, line: ofLines } = type.lines?.amounts ?? {};
  const figures: readonly string[] = line ? [ofLines?.discount ?? '', ofLines?.subtotal ?? ''] : Object.values(head);
  return isComputed(field) || figures.includes(field.fieldName);
}

/** Events shown in addition to what they changed. */
const ownDeeds: ReadonlySet<string> = new Set(['followed_up', 'merged']);
const verbOf = (type: RecordType, entry: Entry): string => entry.type.slice(type.name.length + 1);

function textsOf(chapter: Chapter, names: Names & Directory, language: Language, entry: Entry): string[] {
  const { type } = chapter;
  const verb = verbOf(type, entry);
  const deed = deedText(type, verb, entry.details, names, language);
  const reasons = reasonTexts(type, entry.details, language);
  // its own message includes the target
  if (transitionBy(type, verb)) return [deed, ...reasons];
  const changes = entry.changes.map((change) => changeText(chapter, names, language, change));
  // the changed values say more than the generic message
  return changes.length > 0 && !ownDeeds.has(verb) ? [...changes, ...reasons] : [deed, ...changes];
}

const isOwnDeed = (type: RecordType, verb: string): boolean =>
  ownDeeds.has(verb) || transitionBy(type, verb) !== undefined;

/** The state column of an event, for a transition with its own message. */
const transitionBy = (type: RecordType, verb: string): StateColumn | undefined =>
  stateColumns(type).find(({ transitions }) => Object.values(transitions).some((one) => one.verb === verb));

/** The reason given for a change of state. */
function reasonTexts(type: RecordType, details: Entry['details'], language: Language): string[] {
  const { reason, remark, transition, column } = details;
  const declared = stateColumn(type, String(column ?? ''))?.transitions[String(transition ?? '')]?.reason;
  const option = declared?.options.find(({ value }) => value === reason);
  const ofCompany = declared?.rows && reason !== undefined ? String(reason) : '';
  const words = [option ? translate(language, option.label) : ofCompany, String(remark ?? '')].filter(
    (one) => one !== '',
  );
  return words.length === 0
    ? []
    : [translate(language, 'history.reason', { reason: words.join(translate(language, 'record_action.comma')) })];
}

/** An event without a message does not compile. */
const wordsOf = (verb: RecordVerb): MessageKey => `history.${verb}`;

/** What happened, with the people concerned. */
export function deedText(
  type: RecordType,
  verb: string,
  details: Readonly<Record<string, unknown>>,
  names: Directory,
  language: Language,
): string {
  const key = wordsOf(verb as RecordVerb);
  // written by an older version
  if (!isMessageKey(key)) return verb;
  const ids = String(details['userIds'] ?? details['userId'] ?? '');
  const people = ids.split(',').map((id) => names.user(Number(id)) ?? '');
  const comma = translate(language, 'record_action.comma');
  return translate(language, key, {
    // within a sentence
    noun: translate(language, type.name as MessageKey).toLowerCase(),
    name: people.join(comma),
    title: String(details['title'] ?? '').replaceAll('\n', comma),
    target: String(details['target'] ?? ''),
    status: statusText(type, verb, details, language),
    action: transitionText(type, details, language),
  });
}

/** The target state of a transition with its own message. */
function statusText(type: RecordType, verb: string, details: Entry['details'], language: Language): string {
  const column = transitionBy(type, verb);
  const state = column && declaredState(column, details['status']);
  return state ? translate(language, state.label) : '';
}

function transitionText(type: RecordType, { column, transition }: Entry['details'], language: Language): string {
  const found = stateColumn(type, String(column ?? ''))?.transitions[String(transition ?? '')];
  return found ? translate(language, found.label) : '';
}

const fieldOf = ({ fields, lines }: Pick<Chapter, 'fields' | 'lines'>, change: Change) =>
  change.line
    ? lines?.fields.all.find(({ fieldName }) => lineFieldId(fieldName) === change.id)
    : fields.all.find((one) => (one.fieldType === 1 ? one.fieldName : customKey(one)) === change.id);

function changeText(chapter: Chapter, names: Names & Directory, language: Language, change: Change): string {
  const whole = wholeLineText(change, language);
  if (whole !== null) return whole;
  const type = change.line ? (chapter.lines?.lineType ?? chapter.type) : chapter.type;
  const field = fieldOf(chapter, change);
  const state = change.line ? undefined : stateColumns(type).find(({ column }) => column === change.id);
  if (state) return stateText(type, state, language, change);
  const label = field
    ? labelOf(type, field, language)
    : /^f\d+$/.test(change.id)
      ? change.name
      : defaultLabel(type, change.id, language);
  const text = (value: FieldValue): string => {
    if (value === null || value === '') return translate(language, 'record.empty');
    if (field) return fieldText(field, value, names);
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'object' ? (value as Address).address : String(value);
  };
  const said = { field: label, from: text(change.from), to: text(change.to) };
  return change.line
    ? translate(language, 'history.line_changed', { line: change.line.title, ...said })
    : translate(language, 'history.changed', said);
}

/** For lines added, deleted or reordered; null for all other changes. */
function wholeLineText({ id, from, line }: Change, language: Language): string | null {
  if (id === lineOrder) return translate(language, 'history.lines_ordered');
  if (id !== wholeLine || !line) return null;
  return translate(language, from === null ? 'history.line_added' : 'history.line_removed', { line: line.title });
}

function stateText(type: RecordType, column: StateColumn, language: Language, change: Change): string {
  const called = (value: FieldValue, name: string | null | undefined): string => {
    const state = declaredState(column, value);
    const text = isStaged(column) ? (name ?? String(value ?? '')) : state ? translate(language, state.label) : '';
    return text === '' ? translate(language, 'record.empty') : text;
  };
  return translate(language, 'history.changed', {
    field: defaultLabel(type, column.fieldName, language),
    from: called(change.from, change.fromText),
    to: called(change.to, change.toText),
  });
}
