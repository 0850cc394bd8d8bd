import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import type { DifferingField, MergedRow } from '#shared/record/calls/merge-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { capitalised } from '#shared/text/capitalised.ts';
import { isSameCompanyName } from '#shared/text/company-name.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { sameValue } from '#server/record/fields/input.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { type MovedKind } from '#server/record/registry.ts';
import { hangingKinds } from '#server/record/merge/moved-kinds.ts';
import { rowColumns, shownAs, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';

interface MergePreview {
  rows: MergedRow[];
  fields: DifferingField[];
  isAlike: 0 | 1;
}

type PreviewedRow = StoredRow & { readonly may_write: boolean };

/**
 * Dependent records, whether the actor may merge, and the differing fields, in the order of `ids`.
 * @throws AppError `access.record` when one of them is missing or out of reach
 */
export async function previewMerge(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<MergePreview> {
  const wanted = [...new Set(ids)];
  const { rows: found } = await sql<PreviewedRow>`
    select ${rowColumns(type)}, ${scoped(actor, type, 'write').where} as may_write from ${visible(type, scoped(actor, type))}
    where r.${sql.ref(type.idColumn)} = any(${wanted}::bigint[])`.execute(db);
  const byId = new Map(found.map((row) => [idOf(type, row), row]));
  const rows = wanted.flatMap((id) => byId.get(id) ?? []);
  if (rows.length !== wanted.length) throw new AppError('access.record');
  const names = await directoryOf(db, actor.rights.version);
  const hanging = hangingKinds(type);
  const nameOf = (kind: string): string => {
    const label = hanging.find((one) => one.kind === kind)?.label ?? (`merge.kind.${kind}` as MessageKey);
    return capitalised(translate(actor.language, label));
  };
  const counts = await countsOf(db, type, hanging, wanted);
  const lines = await linesOf(db, type, wanted);
  const fields = (await fieldsOf(db, actor, type)).shown;
  const [first] = rows;
  return {
    rows: rows.map((row) => ({
      id: idOf(type, row),
      name: String(row[type.titleField]),
      version: row.version,
      ownerUserName: names.user(row.owner_user_id ?? 0) ?? '',
      createTime: row.create_time,
      mayWrite: row.may_write ? 1 : 0,
      moves: [...counts].flatMap(([kind, totals]) => {
        const total = totals.get(idOf(type, row)) ?? 0;
        return total === 0 ? [] : [{ kind, name: nameOf(kind), total }];
      }),
      ...(type.lines && { lines: lines.get(idOf(type, row))?.length ?? 0 }),
    })),
    fields: await differing(db, actor, type, fields, names, rows),
    isAlike: rows.every((row) => isSameCompanyName(String(row[type.titleField]), String(first?.[type.titleField])))
      ? 1
      : 0,
  };
}

const idOf = (type: RecordType, row: StoredRow): number => Number(row[type.idColumn]);

/** Number of rows of each kind that belong to each of the records. */
async function countsOf(
  db: Database,
  type: RecordType,
  hanging: readonly MovedKind[],
  ids: readonly number[],
): Promise<Map<string, Map<number, number>>> {
  const own = sql`any(${[...ids]}::bigint[])`;
  const sources: Readonly<Record<string, RawBuilder<unknown>>> = {
    follow_up: sql`select types_id as id from follow_up where type_code = ${type.code} and types_id = ${own} and deleted_at is null`,
    file: sql`select r.${sql.ref(type.idColumn)} as id from ${sql.table(type.table)} as r
      join stored_file f on f.batch_id = r.batch_id where r.${sql.ref(type.idColumn)} = ${own}`,
    member: sql`select record_id as id from record_team where type_code = ${type.code} and record_id = ${own}`,
    ...Object.fromEntries(
      hanging.map(({ kind, table, holderColumn, goneColumn }) => [
        kind,
        sql`select ${sql.ref(holderColumn)} as id from ${sql.table(table)}
          where ${sql.ref(holderColumn)} = ${own} and ${goneColumn ? sql`${sql.ref(goneColumn)} is null` : sql`true`}`,
      ]),
    ),
  };
  const counted = new Map<string, Map<number, number>>();
  for (const [kind, source] of Object.entries(sources)) {
    const { rows } = await sql<{ id: number; total: number }>`
      select id, count(*) as total from (${source}) as one group by id`.execute(db);
    counted.set(kind, new Map(rows.map((row) => [row.id, row.total])));
  }
  return counted;
}

async function differing(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: readonly Field[],
  directory: Directory,
  rows: readonly StoredRow[],
): Promise<DifferingField[]> {
  const [first, ...others] = rows;
  if (!first) return [];
  // the money of the survivor is that of its lines
  const followsFromLines: readonly string[] = Object.values(type.lines?.amounts?.head ?? {});
  const different = fields.filter(
    (field) =>
      field.companionOf === null &&
      !field.readOnly &&
      !isComputed(field) &&
      !followsFromLines.includes(field.fieldName) &&
      others.some((row) => !sameValue(valueOf(row, field), valueOf(first, field))),
  );
  const files = await fileCounts(
    db,
    rows.flatMap((row) => different.map((field) => (holdsFiles(field) ? valueOf(row, field) : null))),
  );
  const textOf = (field: Field, row: StoredRow): string => {
    if (!holdsFiles(field)) return shownAs(field, fields, directory)(row);
    const count = files.get(String(valueOf(row, field))) ?? 0;
    return count === 0 ? '' : translate(actor.language, 'merge.files', { count });
  };
  return different.map((field) => ({
    fieldName: field.fieldName,
    name: field.name,
    values: rows.map((row) => ({ id: idOf(type, row), text: textOf(field, row) })),
  }));
}

/** Number of files in each of the batches; null and other values are ignored. */
export async function fileCounts(db: Database, batches: readonly unknown[]): Promise<Map<string, number>> {
  const wanted = batches.filter((batch) => typeof batch === 'string');
  const { rows } = await sql<{ batch_id: string; total: number }>`
    select batch_id, count(*) as total from stored_file where batch_id = any(${wanted}::text[]) group by batch_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.batch_id, row.total]));
}
