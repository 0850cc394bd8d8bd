import { sql } from 'kysely';
import { directoryOf } from '#server/platform/access/names.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { fieldText, namesOn, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { lineOverlaps } from '#server/record/lines/line-conflicts.ts';
import type { Prepared } from '#server/record/write/draft.ts';
import type { Change } from '#server/record/rows/events.ts';
import type { Batch } from '#server/record/write/stored-checks.ts';
import type { SaveConflict } from '#shared/record/calls/save-input.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * The record was saved meanwhile: other fields merge, the same field is a conflict with its current value (security
 * C10). All such fields are reported: the client resolves them and saves with the current version, which no longer
 * guards any of them.
 * @throws AppError `record.conflict`
 */
export async function refuseOverlap(
  { db, actor, type }: Batch,
  row: StoredRow,
  { sent: changes, lines }: Pick<Prepared, 'sent' | 'lines'>,
  seen: number,
): Promise<void> {
  const { rows } = await sql<{ changes: Change[]; actor_id: number }>`
    select changes, actor_id from event
    where type_code = ${type.code} and record_id = ${Number(row[type.idColumn])} and version > ${seen} order by event_id desc`.execute(
    db,
  );
  const directory = await directoryOf(db, actor.rights.version);
  const names = namesOn(row, changes, directory);
  const ofFields = changes.flatMap((field) => {
    const other = rows.find((event) => event.changes.some((one) => one.id === fieldColumn(field).id));
    if (!other) return [];
    const value = valueOf(row, field);
    const current = value === null ? '' : fieldText(field, value, names);
    const name = labelOf(type, field, actor.language);
    return [{ name, fieldName: field.fieldName, current, value, editor: names.user(other.actor_id) ?? '' }];
  });
  const reader = { directory, language: actor.language };
  const overlaps = [...ofFields, ...(lines ? lineOverlaps(lines, rows, reader) : [])];
  const [first] = overlaps;
  if (!first) return;
  const { name, ...shown } = first;
  const detail: SaveConflict = { ...shown, version: row.version, overlaps };
  throw new AppError('record.conflict', { name, editor: first.editor }, detail);
}
