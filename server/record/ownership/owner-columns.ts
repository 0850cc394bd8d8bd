import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordModule } from '#server/record/registry.ts';

type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/** What an act writes to give records to somebody: the owner, and what starts anew with one. */
export const ownedColumns = (type: RecordType, userId: number): Columns => ({
  owner_user_id: sql`${userId}::int`,
  ...recordModule(type.code).rules.resetOnOwnerChange?.(),
});

/** What an act writes to leave records to nobody. */
export const pooledColumns = (type: RecordType): Columns => ({
  owner_user_id: sql`null::int`,
  ...recordModule(type.code).rules.resetOnRelease?.(),
});
