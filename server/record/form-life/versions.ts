import { sql } from 'kysely';
import '#server/record/form-life/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FormRow } from '#server/record/form-life/form-rows.ts';
import { versionWords } from '#server/record/form-life/version-words.ts';
import type { FormVersion } from '#shared/record/form-life/form-life-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

/** Versions of a form that are kept, and for how many years. */
const mostVersions = 50;
const mostYears = 2;

const formNow = (typeCode: number) => sql`(
  select coalesce(jsonb_agg(to_jsonb(f) - 'update_time' - 'sorting' - 'is_index_ready' order by f.sorting, f.field_id), '[]')
  from record_field f where f.type_code = ${typeCode})`;

/** Who made a version; null for what has been made otherwise since the last one. */
interface Maker {
  readonly userId: number;
  /** The time of the version that it restores. */
  readonly restoredFrom?: string;
}

/** Keeps what a form is now, unless it is as it was; under the lock of the form. */
export async function keepVersion(db: Database, type: RecordType, maker: Maker | null): Promise<void> {
  const { code } = type;
  const { numAffectedRows } = await sql`
    insert into form_version (type_code, user_id, created_at, fields, restored_from)
    select ${code}, ${maker?.userId ?? null}, clock_timestamp(), now_is.fields, ${maker?.restoredFrom ?? null}::timestamptz
    from (select ${formNow(code)} as fields) as now_is
    where now_is.fields is distinct from (
      select v.fields from form_version v where v.type_code = ${code} order by v.version_id desc limit 1)`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`
    delete from form_version where type_code = ${code}
      and version_id <> (select max(version_id) from form_version where type_code = ${code})
      and (created_at < now() - make_interval(years => ${mostYears}) or version_id <= coalesce((
        select version_id from form_version where type_code = ${code} order by version_id desc
        limit 1 offset ${mostVersions}), 0))`.execute(db);
}

interface StoredVersion {
  readonly id: number;
  readonly typeCode: number;
  readonly userId: number | null;
  readonly createTime: string;
  readonly restoredFrom: string | null;
  readonly fields: readonly FormRow[];
}

/** Versions of a form, the newest first, each with what it changed. */
export async function versionsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  { limit, offset }: Slice,
): Promise<{ readonly list: FormVersion[]; readonly total: number }> {
  const { rows } = await sql<StoredVersion & { readonly before: readonly FormRow[] | null; readonly isNow: boolean }>`
    select v.version_id as id, v.type_code as "typeCode", v.user_id as "userId", v.created_at as "createTime",
      v.restored_from as "restoredFrom", v.fields, v.before, v.fields = ${formNow(type.code)} as "isNow"
    from (select *, lag(fields) over (order by version_id) as before from form_version where type_code = ${type.code}) as v
    order by v.version_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from form_version where type_code = ${type.code}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const list = rows.map((row, at): FormVersion => ({
    versionId: row.id,
    realname: row.userId === null ? '' : (names.user(row.userId) ?? ''),
    createTime: row.createTime,
    restoredTime: row.restoredFrom ?? '',
    fieldCount: row.fields.length,
    lines: row.before === null ? [] : versionWords(type, row.before, row.fields, actor.language),
    isFirst: row.before === null ? 1 : 0,
    isNow: row.isNow && offset + at === 0 ? 1 : 0,
  }));
  return { list, total: counted[0]?.n ?? 0 };
}

/** @throws AppError `access.record` for a version that is not there any more */
export async function requireVersion(db: Database, versionId: number): Promise<StoredVersion> {
  const { rows } = await sql<StoredVersion>`
    select version_id as id, type_code as "typeCode", user_id as "userId", created_at as "createTime",
      restored_from as "restoredFrom", fields from form_version where version_id = ${versionId}`.execute(db);
  const [version] = rows;
  if (!version) throw new AppError('access.record');
  return version;
}
