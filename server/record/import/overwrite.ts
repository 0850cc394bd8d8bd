import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Address, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { ImportSettings, Outcome } from '#server/record/import/outcome.ts';
import type { Holders } from '#server/record/write/holders.ts';
import { sentLinesOf } from '#server/record/import/as-new-records.ts';
import { placedProblem, problemOf, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { formerLines } from '#server/record/lines/former-lines.ts';
import type { SentLine } from '#server/record/lines/prepare-lines.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import type { Values } from '#server/record/registry.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { rowColumns, valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { lockRow, saveRecord } from '#server/record/write/save.ts';
import { scoped } from '#server/record/access/scope.ts';

/** Records that the actor may write, locked for this transaction; those out of reach are absent. */
export type Locked = Map<number, StoredRow>;

export async function lockedRows(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<Locked> {
  if (ids.length === 0) return new Map();
  await lockAncestors(db, type, ids);
  const id = sql.ref(type.idColumn);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${id} = any(${[...ids]}::bigint[]) and ${scoped(actor, type, 'write').where} order by r.${id} for update`.execute(
    db,
  );
  return new Map(rows.map((row) => [Number(row[type.idColumn]), row]));
}

interface Match {
  readonly row: ReadRow;
  readonly id: number;
  readonly holders: Holders;
  readonly locked: Locked;
}

/** Writes the values of a row over the record it matches, by the path that every save takes. */
export async function overwrite(db: Database, actor: Actor, settings: ImportSettings, match: Match): Promise<Outcome> {
  const { type, fields, importId } = settings;
  const { row, id, holders, locked } = match;
  try {
    const stored = locked.get(id) ?? (await lockRow(db, actor, type, id));
    // what is written next has another version
    locked.delete(id);
    const before = valuesOf(stored, fields);
    const values = withoutSameAddress(row.values, before);
    const lines = await linesOver(db, type, id, row);
    const saved = await saveRecord(db, actor, type, {
      ...(lines && { lines }),
      id,
      locked: stored,
      values,
      verb: 'imported',
      details: { importId },
    });
    holders.drop(pick(before, row.values), id);
    holders.take(row.values, id);
    // a row that changed nothing leaves nothing to take back
    const former =
      saved.linesBefore && type.lines ? { [type.lines.key]: formerLines(type.lines, saved.linesBefore) } : {};
    return { row, result: 'updated', recordId: id, before: { ...saved.before, ...former }, version: saved.version };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'access.record' || error.code === 'access.denied')) {
      return { row, result: 'failed', problems: [{ code: 'import.row_no_right', params: {}, column: '' }] };
    }
    return { row, result: 'failed', problems: refusedBy(error, row, settings) };
  }
}

/** All that a save has refused, each at its row. */
function refusedBy(error: unknown, row: ReadRow, settings: ImportSettings): RowProblem[] {
  if (error instanceof AppError && row.document) {
    const { fieldName = '' } = (error.detail ?? {}) as { fieldName?: string };
    return [placedProblem({ code: error.code, params: error.params, fieldName }, row, settings)];
  }
  return [problemOf(error, settings.fields)];
}

/** The lines of a sheet over those of the document: one of the same name, in this order, stays the same line. */
async function linesOver(db: Database, type: RecordType, id: number, row: ReadRow): Promise<SentLine[] | null> {
  const sent = sentLinesOf(row);
  const { lines } = type;
  if (!sent || !lines) return null;
  const left = [...((await linesOf(db, type, [id])).get(id) ?? [])];
  return sent.map((values) => {
    const at = left.findIndex((line) => line.values[lines.searchField] === values[lines.searchField]);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...values, [lines.idColumn]: same.id } : values;
  });
}

const pick = (from: Values, names: Values): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name] ?? null]));

/** A sheet holds less of an address than the record: the same region and street leave the point on the map as it is. */
function withoutSameAddress(values: Values, before: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSamePlace(value, before[name] ?? null)),
  );
}

function isSamePlace(value: FieldValue, before: FieldValue): boolean {
  if (!isAddress(value) || !isAddress(before)) return false;
  return value.address === before.address && value.detailAddress === before.detailAddress;
}

const isAddress = (value: FieldValue): value is Address =>
  typeof value === 'object' && value !== null && 'detailAddress' in value;
