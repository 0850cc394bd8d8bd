import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linesOf, lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { fieldsOnRow, namesOn } from '#server/record/rows/row.ts';
import { lineIdKey } from '#shared/record/lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export type WireLine = Readonly<Record<string, unknown>>;

/** The lines of records as the reader knows them, by the ids of the records; empty for types without lines. */
export async function wireLinesOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly WireLine[]>> {
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return new Map();
  const directory = await directoryOf(db, actor.rights.version);
  const stored = await linesOf(db, type, ids);
  return new Map(
    ids.map((recordId) => [
      recordId,
      (stored.get(recordId) ?? []).map(({ id, row }) => ({
        [lineIdKey(setting.lines)]: id,
        ...fieldsOnRow(setting.fields, row, namesOn(row, setting.fields.all, directory)),
      })),
    ]),
  );
}
