import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { ownerList, type Scope } from '#server/record/access/scope.ts';

/** Approximate number of live records of a type, minutes old: it decides how to search, never the result. */
export interface Extent {
  readonly all: number;
  /** Number for the owners of a scope. */
  readonly owned: number;
}

const holds = 10 * 60_000;
const everybody: readonly number[] = [];
const known = new WeakMap<readonly number[], Map<number, Extent & { readonly until: number }>>();

/** Records of a type, and those within the owners of a scope; counted again every ten minutes. */
export async function extentOf(db: Database, { code }: RecordType, owners: Scope['owners']): Promise<Extent> {
  const key = typeof owners === 'string' ? everybody : owners;
  const kept = known.get(key) ?? new Map<number, Extent & { readonly until: number }>();
  known.set(key, kept);
  const seen = kept.get(code);
  const extent = seen && seen.until > Date.now() ? seen : await read(db, code, key);
  if (extent !== seen) kept.set(code, { ...extent, until: Date.now() + holds });
  // the pool is small compared with all records; either way all are searched
  return typeof owners === 'string' ? { all: extent.all, owned: extent.all } : extent;
}

async function read(db: Database, code: number, owners: readonly number[]): Promise<Extent> {
  const { rows } = await sql<Extent>`
    select coalesce(sum(total), 0)::float8 as all,
      coalesce(sum(total) filter (where owner_user_id = any(${ownerList(owners)}::int[])), 0)::float8 as owned
    from record_count where type_code = ${code}`.execute(db);
  return rows[0] ?? { all: 0, owned: 0 };
}
