import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { maxId } from '#shared/wire/values.ts';
import { nounOf } from '#server/record/bulk-sheets/columns.ts';
import type { RowFault, SheetLine } from '#server/record/bulk-sheets/read-rows.ts';
import type { Report } from '#server/record/bulk-sheets/report.ts';
import type { Where } from '#server/record/query/where.ts';
import { defaultLabel } from '#server/record/fields/field-set.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';

/** A row whose record is found and locked. */
export interface TargetLine extends SheetLine {
  readonly record: LockedRecord;
}

interface Reach {
  /** What the actor sees; anything beyond it looks like a missing record (security A2). */
  readonly seen: Where;
  /** What the sheet's action may change. */
  readonly changed: Where;
}

interface Found {
  readonly id: number;
  readonly title: string;
}

/**
 * Finds the record of every row by its id or title, and locks those that may be changed in the order of their ids
 * (security C8).
 */
export async function findTargets(
  db: Database,
  actor: Actor,
  type: RecordType,
  lines: readonly SheetLine[],
  reach: Reach,
  report: Report,
): Promise<TargetLine[]> {
  const match = matcher(await readFound(db, type, lines, reach.seen), type, actor.language);
  const matched = lines.flatMap((line) => {
    const one = line.fault ?? match(line);
    if (!('key' in one)) return [{ line, id: one.id, title: one.title }];
    report.fail(line.row, one.key, one.params);
    return [];
  });
  const locked = await lockRecords(
    db,
    actor,
    type,
    matched.map(({ id }) => id),
    { reach: reach.changed, isPartial: true },
  );
  const byId = new Map(locked.map((record) => [record.id, record]));
  return matched.flatMap(({ line, id, title }) => {
    const record = byId.get(id);
    if (record) return [{ ...line, record }];
    report.fail(line.row, 'bulk_sheet.row.read_only', { noun: nounOf(type, actor.language), name: title });
    return [];
  });
}

async function readFound(db: Database, type: RecordType, lines: readonly SheetLine[], seen: Where): Promise<Found[]> {
  const good = lines.filter(({ fault }) => fault === null);
  const ids = good.flatMap(({ values }) => idOf(values.id) ?? []);
  const titles = good.flatMap(({ values }) => (values.id === undefined && values.name ? [values.name] : []));
  const id = sql.ref(`r.${type.idColumn}`);
  const title = sql.ref(`r.${type.titleField}`);
  const { rows } = await sql<Found>`
    select ${id} as id, ${title} as title from ${sql.table(type.table)} as r
    where (${id} = any(${[...new Set(ids)]}::bigint[]) or ${title} = any(${[...new Set(titles)]}::text[])) and ${seen}`.execute(
    db,
  );
  return rows;
}

const idOf = (text: string | undefined): number | null => {
  const id = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= maxId ? id : null;
};

/** Finds the record of one row; through maps, as there may be ten thousand rows and records. */
function matcher(found: readonly Found[], type: RecordType, language: Language) {
  const noun = nounOf(type, language);
  const byId = new Map(found.map((one) => [one.id, one]));
  const byTitle = Map.groupBy(found, ({ title }) => title);
  return ({ values: { id, name } }: SheetLine): Found | RowFault => {
    if (id !== undefined) {
      const one = byId.get(idOf(id) ?? 0);
      if (!one) return { key: 'bulk_sheet.row.absent', params: { noun, name: id } };
      const isOther = name !== undefined && name !== one.title;
      return isOther ? { key: 'bulk_sheet.row.mismatch', params: { noun, name } } : one;
    }
    if (name === undefined)
      return { key: 'field.required', params: { name: defaultLabel(type, type.titleField, language) } };
    const [one, ...others] = byTitle.get(name) ?? [];
    if (!one) return { key: 'bulk_sheet.row.absent', params: { noun, name } };
    return others.length === 0 ? one : { key: 'bulk_sheet.row.many', params: { noun, name } };
  };
}
