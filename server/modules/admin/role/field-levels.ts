import { AskedChanges, attemptRights } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { rightsChanged } from '#server/platform/push/rights-changed.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { fieldLevel, restrictedLevel, type FieldLevel, type RestrictedLevel } from '#shared/admin/field-level.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';
import { roleTypes } from '#shared/admin/role-calls.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { holdersOf } from './holders.ts';
import { readRoles } from './grants.ts';
import { requireEditable } from './writes.ts';

const { open } = fieldLevel;

export interface AskedLevel {
  readonly fieldId: number;
  readonly level: FieldLevel;
}

/**
 * The fields of a type with a role's level for each; a companion has the level of its host. @throws AppError
 * `role.unknown`
 */
export async function levelsOf(db: Database, actor: Actor, roleId: number, type: RecordType) {
  const [role] = await readRoles(db, { roleIds: [roleId], types: roleTypes });
  if (!role || role.hidden) throw new AppError('role.unknown');
  const known = await readLevels(db, roleId, type);
  return (await settable(db, actor, type)).map((field) => ({
    fieldId: field.fieldId,
    fieldName: field.fieldName,
    name: field.name,
    fieldType: field.fieldType,
    level: known.get(field.fieldId) ?? open,
    fixed: isTitle(type, field) ? (1 as const) : (0 as const),
  }));
}

/**
 * Replaces a role's levels for the fields of a type; what the actor may not open is asked for. While one of them is
 * restricted, fields that are added later start hidden (security A8).
 * @throws AppError `role.unknown`, `role.fixed`, `field.unknown`, `field.locked` for the title, `rights.kept` for what the
 * actor could not open again
 */
export async function saveLevels(
  db: Database,
  actor: Actor,
  roleId: number,
  type: RecordType,
  asked: readonly AskedLevel[],
): Promise<Waiting | null> {
  await requireEditable(db, roleId);
  const fields = new Map((await settable(db, actor, type)).map((field) => [field.fieldId, field]));
  const after = new Map<number, FieldLevel>();
  for (const { fieldId, level } of asked) {
    const field = fields.get(fieldId);
    if (!field) throw new AppError('field.unknown', { name: String(fieldId) });
    if (level !== open && isTitle(type, field)) throw new AppError('field.locked', { name: field.name });
    after.set(fieldId, level);
  }
  const levels = [...after].filter(([, level]) => level !== open).toSorted(([left], [right]) => left - right);
  const from = { levels: await storedLevels(db, roleId, type.code) };
  const work = () => writeLevels(db, actor, roleId, type, levels);
  const attempt = await attemptRights(db, actor, work, { writes: 'roles', keeps: 'refused' });
  if (attempt.done) return null;
  const { beyond, everyone } = attempt;
  const waiting = new AskedChanges();
  waiting.add([{ kind: 'fields', roleId, typeCode: type.code, levels, from }], beyond.gains, everyone);
  return waiting.save(db, actor, 'manage:permission:update', false);
}

/** Writes the restricted ones; call inside a change of rights. @throws AppError `role.unknown`, `role.fixed` */
export const writeLevels = (
  db: Database,
  actor: Actor,
  roleId: number,
  type: RecordType,
  levels: readonly (readonly [fieldId: number, level: number])[],
): Promise<void> =>
  changing(db, actor, 'role', String(roleId), async () => {
    await requireEditable(db, roleId);
    await db.deleteFrom('role_field_type').where('role_id', '=', roleId).where('type_code', '=', type.code).execute();
    if (levels.length > 0) {
      await db.insertInto('role_field_type').values({ role_id: roleId, type_code: type.code }).execute();
      await db
        .insertInto('role_field')
        .values(levels.map(([fieldId, level]) => ({ role_id: roleId, type_code: type.code, field_id: fieldId, level })))
        .execute();
    }
    await rightsChanged(db, await holdersOf(db, roleId));
    await audit(db, {
      userId: actor.userId,
      what: 'role.fields',
      subject: `role ${roleId} ${type.name} ${levels.map(([fieldId, level]) => `${fieldId}:${level}`).join(',')}`,
      result: 'done',
      address: actor.address,
    });
  });

/** The restricted fields of a role, by id. */
export const storedLevels = async (db: Database, roleId: number, typeCode: number): Promise<[number, number][]> =>
  (
    await db
      .selectFrom('role_field')
      .select(['field_id', 'level'])
      .where('role_id', '=', roleId)
      .where('type_code', '=', typeCode)
      .orderBy('field_id')
      .execute()
  ).map((row) => [row.field_id, row.level]);

const readLevels = async (db: Database, roleId: number, type: RecordType): Promise<Map<number, RestrictedLevel>> =>
  new Map((await storedLevels(db, roleId, type.code)).map(([fieldId, level]) => [fieldId, restrictedLevel(level)]));

const settable = async (db: Database, actor: Actor, type: RecordType): Promise<Field[]> =>
  (await fieldsOf(db, actor, type)).all.filter((field) => field.companionOf === null);

const isTitle = (type: RecordType, field: Field): boolean =>
  field.fieldType === 1 && field.fieldName === type.titleField;
