import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';

interface NewRole {
  readonly name: string;
  /** Kind of the role; 1 of the back office, 2 of sales. */
  readonly type: number;
  readonly scope: DataScope;
  /** Ids of menu entries. */
  readonly rights: readonly number[];
}

/** The id of a role that nobody has yet. */
export async function newRole(db: Kysely<Tables>, { name, type, scope, rights }: NewRole): Promise<number> {
  const { role_id } = await db
    .insertInto('role')
    .values({ role_name: name, role_type: type, data_type: scope, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_menu')
    .values(rights.map((menu_id) => ({ role_id, menu_id })))
    .execute();
  return role_id;
}
