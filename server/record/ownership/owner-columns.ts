import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordModule } from '#server/record/registry.ts';

/** Columns that an action sets, with their values. */
export type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/** Columns that an action sets to give records an owner: the owner, and what restarts with one. */
export const ownedColumns = (type: RecordType, userId: number): Columns => ({
  owner_user_id: sql`${userId}::int`,
  ...recordModule(type.code).rules.resetOnOwnerChange?.(),
});

/** Columns that an action sets to remove the owner. */
export const pooledColumns = (type: RecordType): Columns => ({
  owner_user_id: sql`null::int`,
  // before the change
  ...recordModule(type.code).rules.resetOnRelease?.(sql`r.owner_user_id`),
});
