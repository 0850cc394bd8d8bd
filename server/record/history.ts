import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Address, FieldValue } from '#shared/record/field.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { customKey } from '#server/record/columns.ts';
import type { Change } from '#server/record/events.ts';
import { defaultLabel, fieldsOf, labelOf, type FieldSet } from '#server/record/field-set.ts';
import { readRow } from '#server/record/read.ts';

interface Entry {
  readonly event_id: number;
  readonly type: string;
  readonly actor_id: number;
  readonly created_at: string;
  readonly changes: Change[];
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
}

/** What happened to a record, newest first, in the reader's language (reference §7.9). */
export async function historyOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  page: { offset: number; limit: number },
): Promise<HistoryRow[]> {
  await readRow(db, actor, type, id);
  const fields = await fieldsOf(db, actor, type);
  const names = await directoryOf(db, actor.rights.version);
  const { rows } = await sql<Entry>`
    select event_id, type, actor_id, created_at, changes from event
    where type_code = ${type.code} and record_id = ${id} order by event_id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return rows.map((entry) => ({
    id: entry.event_id,
    createUserId: entry.actor_id,
    realname: names.user(entry.actor_id) ?? '',
    img: '',
    createTime: entry.created_at,
    types: type.code,
    actionId: id,
    content: textsOf(type, fields, names, actor.language, entry),
  }));
}

function textsOf(type: RecordType, fields: FieldSet, names: Directory, language: Language, entry: Entry): string[] {
  if (entry.changes.length > 0) return entry.changes.map((change) => changeText(type, fields, names, language, change));
  const key = `history.${entry.type.slice(type.name.length + 1)}`;
  const noun = translate(language, type.name as MessageKey);
  return [isMessageKey(key) ? translate(language, key, { noun }) : entry.type];
}

function changeText(type: RecordType, fields: FieldSet, names: Directory, language: Language, change: Change): string {
  const field = fields.all.find((one) => (one.fieldType === 1 ? one.fieldName : customKey(one)) === change.id);
  const label = field
    ? labelOf(type, field, language)
    : /^f\d+$/.test(change.id)
      ? change.name
      : defaultLabel(type, change.id, language);
  const text = (value: FieldValue): string => {
    if (value === null || value === '') return translate(language, 'record.empty');
    if (field) return fieldTypeOf(field.formType).toText(value, names);
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'object' ? (value as Address).address : String(value);
  };
  return translate(language, 'history.changed', { field: label, from: text(change.from), to: text(change.to) });
}
