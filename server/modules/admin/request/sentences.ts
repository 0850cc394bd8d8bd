import { sql } from 'kysely';
import { permissionName, typeName } from '#server/modules/admin/rights/api.ts';
import { readRoles } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionByMenuId } from '#shared/admin/menus.ts';
import type { RightsChange } from '#shared/admin/rights-change.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

/** What changes of rights would do, in the actor's language: for each change its sentences. */
export async function sentencesOf(
  db: Database,
  actor: Actor,
  changes: readonly RightsChange[],
): Promise<(change: RightsChange) => string[]> {
  const { language, rights } = actor;
  const directory = await directoryOf(db, rights.version);
  const roles = new Map((await readRoles(db)).map((role) => [role.roleId, role.roleName]));
  const fields = await fieldNames(db, changes);
  const known = await knownSecrets(db, changes);
  const say = (key: MessageKey, params: Readonly<Record<string, string>>) => translate(language, key, params);
  const listed = (names: readonly string[]) => names.join(translate(language, 'rights.comma'));
  const user = (userId: number) => directory.user(userId) ?? translate(language, 'rights.nobody');
  const person = (userId: number): string => {
    const maker = known.get(userId)?.givenBy ?? undefined;
    const name = user(userId);
    return maker === undefined ? name : say('rights.made_by', { person: name, maker: user(maker) });
  };
  const dept = (deptId: number) => directory.dept(deptId) ?? translate(language, 'rights.top');
  const role = (roleId: number) => roles.get(roleId) ?? String(roleId);
  const permissions = (menuIds: readonly number[]) =>
    listed(menuIds.flatMap((menuId) => permissionName(permissionByMenuId.get(menuId) ?? '', language) || []));
  const scope = (dataType: number) => translate(language, `rights.scope_${dataType}` as MessageKey);

  return (change) => {
    switch (change.kind) {
      case 'roles': {
        const { userId, add, remove } = change;
        const params = (ids: readonly number[]) => ({ person: person(userId), roles: listed(ids.map(role)) });
        return [
          ...(add.length > 0 ? [say('rights.change_add', params(add))] : []),
          ...(remove.length > 0 ? [say('rights.change_remove', params(remove))] : []),
        ];
      }
      case 'move': {
        const { userId, deptId, parentId, from } = change;
        const superior = { person: person(userId), from: user(from.parentId), to: user(parentId) };
        const place = { person: person(userId), from: dept(from.deptId), to: dept(deptId) };
        return [
          ...(deptId === from.deptId ? [] : [say('rights.change_dept', place)]),
          ...(parentId === from.parentId ? [] : [say('rights.change_superior', superior)]),
        ];
      }
      case 'department':
        return [
          say('rights.change_department', {
            name: dept(change.deptId),
            from: dept(change.from.pid),
            to: dept(change.pid),
          }),
        ];
      case 'role': {
        const { roleId, menuIds, dataType, from } = change;
        const more = menuIds.filter((menuId) => !from.menuIds.includes(menuId));
        const less = from.menuIds.filter((menuId) => !menuIds.includes(menuId));
        const named = (ids: readonly number[]) => ({ role: role(roleId), names: permissions(ids) });
        const scopes = { role: role(roleId), from: scope(from.dataType), to: scope(dataType) };
        return [
          ...(more.length > 0 ? [say('rights.change_role_more', named(more))] : []),
          ...(less.length > 0 ? [say('rights.change_role_less', named(less))] : []),
          ...(dataType === from.dataType ? [] : [say('rights.change_role_scope', scopes)]),
        ];
      }
      case 'fields': {
        const { roleId, typeCode, levels } = change;
        const restricted = levels.map(
          ([fieldId, level]) =>
            `${fields.get(fieldId) ?? fieldId} ${translate(language, `rights.level_${level}` as MessageKey)}`,
        );
        const none = translate(language, 'rights.nobody');
        return [
          say('rights.change_fields', {
            role: role(roleId),
            type: typeName(typeCode, language),
            fields: listed(restricted) || none,
          }),
        ];
      }
      case 'enable':
        return [say('rights.change_enable', { person: person(change.userId) })];
      case 'secret': {
        const { userId, username, from } = change;
        if (username === null) return [say('rights.change_reset', { person: user(userId) })];
        return [say('rights.change_username', { person: user(userId), from: from.username, to: username })];
      }
    }
  };
}

async function fieldNames(db: Database, changes: readonly RightsChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap((change) => (change.kind === 'fields' ? change.levels.map(([fieldId]) => fieldId) : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ field_id: number; name: string }>`
    select field_id, name from record_field where field_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.field_id, row.name]));
}

interface KnownSecret {
  /** Null for somebody who is gone. */
  readonly givenBy: number | null;
  readonly knownTo: readonly number[];
}

/**
 * Who has given people their passwords and may know them, as far as these have not set them by a one-time link: of those whom
 * changes name, and of the holders of roles that they change.
 */
export async function knownSecrets(db: Database, changes: readonly RightsChange[]): Promise<Map<number, KnownSecret>> {
  const ids = changes.flatMap((change) => ('userId' in change ? [change.userId] : []));
  const roleIds = changes.flatMap((change) => ('roleId' in change ? [change.roleId] : []));
  const { rows } = await sql<KnownSecret & { userId: number }>`
    select user_id as "userId", secret_given_by as "givenBy", secret_known_to as "knownTo" from app_user
    where (user_id = any(${ids}::int[]) or user_id in (select user_id from user_role where role_id = any(${roleIds}::int[])))
      and secret_known_to <> '{}'`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}
