import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** A copy of a role restricts the same fields as the role. */
export async function copyLevels(db: Database, roleId: number, copyId: number): Promise<void> {
  await sql`
    insert into role_field_type (role_id, type_code)
    select ${copyId}, type_code from role_field_type where role_id = ${roleId}`.execute(db);
  await sql`
    insert into role_field (role_id, type_code, field_id, level)
    select ${copyId}, type_code, field_id, level from role_field where role_id = ${roleId}`.execute(db);
}
