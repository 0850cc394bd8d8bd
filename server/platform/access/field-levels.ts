import '#server/platform/access/tables.ts';
import type { FieldLevels, GrantingRole } from '#server/platform/access/actor.ts';
import { mostGenerous, restrictedLevel, type RestrictedLevel } from '#shared/admin/field-level.ts';
import type { Database } from '#server/platform/database/tables.ts';

const open: FieldLevels = { isRestricted: false, levels: new Map(), key: '' };

/**
 * Restricted fields of the given roles, or of all: role, module code, field, level. A type without restricted fields has
 * no entry.
 */
export async function readFieldLevels(
  db: Database,
  roleIds?: readonly number[],
): Promise<Map<number, Map<number, Map<number, RestrictedLevel>>>> {
  if (roleIds?.length === 0) return new Map();
  let query = db
    .selectFrom('role_field_type as t')
    .leftJoin('role_field as f', (join) =>
      join.onRef('f.role_id', '=', 't.role_id').onRef('f.type_code', '=', 't.type_code'),
    )
    .select(['t.role_id', 't.type_code', 'f.field_id', 'f.level']);
  if (roleIds) query = query.where('t.role_id', 'in', roleIds);
  return fieldLevelsByRole(await query.execute());
}

/** A restricted type of a role, or one of its fields. */
export interface FieldLevelRow {
  readonly role_id: number;
  readonly type_code: number;
  readonly field_id: number | null;
  readonly level: number | null;
}

/** By role, module code and field. */
export function fieldLevelsByRole(
  rows: readonly FieldLevelRow[],
): Map<number, Map<number, Map<number, RestrictedLevel>>> {
  const byRole = new Map<number, Map<number, Map<number, RestrictedLevel>>>();
  for (const row of rows) {
    const types = byRole.get(row.role_id) ?? new Map<number, Map<number, RestrictedLevel>>();
    byRole.set(row.role_id, types);
    const levels = types.get(row.type_code) ?? new Map<number, RestrictedLevel>();
    types.set(row.type_code, levels);
    if (row.field_id !== null) levels.set(row.field_id, restrictedLevel(row.level));
  }
  return byRole;
}

/**
 * Combines the field levels of several roles: the most generous one counts (security A6), but only among roles that
 * open the type, so that a role of another area does not open what a sales role closes.
 */
export function fieldLevelsOf(
  grants: readonly GrantingRole[],
  typeCode: number,
  modules: readonly string[],
): FieldLevels {
  const opening = grants.filter((grant) =>
    [...grant.permissions].some((permission) => modules.some((module) => permission.startsWith(`${module}:`))),
  );
  const [first, ...others] = (opening.length > 0 ? opening : grants).map((grant) => grant.fieldLevels.get(typeCode));
  if (!first || others.some((levels) => levels === undefined)) return open;
  const levels = new Map<number, RestrictedLevel>();
  for (const [fieldId, level] of first) {
    const all = others.flatMap((other) => other?.get(fieldId) ?? []);
    if (all.length === others.length) levels.set(fieldId, mostGenerous(level, all));
  }
  const key = [...levels].map(([fieldId, level]) => `${fieldId}:${level}`).sort();
  return { isRestricted: true, levels, key: `restricted ${key.join()}` };
}
