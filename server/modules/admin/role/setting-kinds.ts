import { sql } from 'kysely';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { rolesChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines, SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { typeOfFields } from '#server/record/registry.ts';
import { menuRows } from '#shared/admin/menus.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { readRoles, type RoleGrant } from './grants.ts';
import { changeRolesOf, holdersOf } from './holders.ts';
import { writeLevels } from './field-levels.ts';
import { deleteRole, restoreRole, writeName, writeRights } from './writes.ts';

const access = ['manage:permission:update'] as const;

interface RoleValue {
  readonly roleName: string;
  readonly roleType: number;
  readonly dataType: DataScope;
  readonly menuIds: readonly number[];
  /** Restricted fields by type: id and level. */
  readonly fields: readonly (readonly [typeCode: number, levels: readonly (readonly [number, number])[]])[];
}

/** What roles may do. Taking a change back is a change of rights like any other: it gives nobody more than its actor has. */
export const roleKind: SettingKind<RoleValue> = {
  name: 'role',
  title: 'role.title',
  access,
  hold: rolesChanged,
  nameOf,
  read: async (db, item) => {
    const [role] = await readRoles(db, { roleIds: [Number(item)] });
    if (!role) return null;
    const { roleName, roleType, dataType, menuIds } = role;
    return { roleName, roleType, dataType, menuIds, fields: fieldsOfRole(role) };
  },
  write: (db, actor, item, value) =>
    changingRights(db, actor, () => writeRole(db, actor, Number(item), value), { writes: 'roles', keeps: 'refused' }),
  linesOf: async (db, { roleName, dataType, menuIds, fields }, language) =>
    new Map([
      [translate(language, 'role.name'), roleName],
      [translate(language, 'role.scope'), translate(language, `explain.scope.${dataType}`)],
      ...functionLines(new Set(menuIds), language),
      ...(await fieldLines(db, fields, language)),
    ]),
};

/** Who has a role. */
export const rolePeopleKind: SettingKind<readonly number[]> = {
  name: 'role_people',
  title: 'role.people',
  access,
  hold: rolesChanged,
  nameOf,
  read: async (db, item) => {
    const [role] = await readRoles(db, { roleIds: [Number(item)] });
    return role ? holdersOf(db, role.roleId) : null;
  },
  write: (db, actor, item, value) =>
    changingRights(
      db,
      actor,
      async () => {
        const roleId = Number(item);
        if (!value || !(await readRoles(db, { roleIds: [roleId] }))[0]) throw new AppError('role.unknown');
        const now = await holdersOf(db, roleId);
        for (const userId of value.filter((id) => !now.includes(id)))
          await changeRolesOf(db, actor, userId, [roleId], []);
        for (const userId of now.filter((id) => !value.includes(id)))
          await changeRolesOf(db, actor, userId, [], [roleId]);
      },
      { writes: 'roles', keeps: 'refused' },
    ),
  linesOf: async (db, userIds, language) => {
    const { rows } = await sql<{ names: string }>`
      select coalesce(string_agg(realname, ${comma(language)} order by user_id), '') as names from app_user
      where user_id = any(${[...userIds]}::int[])`.execute(db);
    return new Map([[translate(language, 'role.people'), rows[0]?.names ?? '']]);
  },
};

async function nameOf(db: Database, item: string): Promise<string> {
  const [role] = await readRoles(db, { roleIds: [Number(item)] });
  return role?.roleName ?? '';
}

const comma = (language: Language): string => translate(language, 'rights.comma');

async function writeRole(db: Database, actor: Actor, roleId: number, value: RoleValue | null): Promise<void> {
  if (!value) return deleteRole(db, actor, roleId);
  const [role] = await readRoles(db, { roleIds: [roleId] });
  if (!role) await restoreRole(db, actor, roleId, value);
  else if (role.roleName !== value.roleName) await writeName(db, actor, roleId, value.roleName);
  await writeRights(db, actor, roleId, value.menuIds, value.dataType);
  const after = new Map(value.fields);
  for (const typeCode of new Set([...(role?.fieldLevels.keys() ?? []), ...after.keys()]))
    await writeLevels(db, actor, roleId, typeOfFields(typeCode), after.get(typeCode) ?? []);
}

/** Restricted fields by type, in an order of their own: values are compared. */
const fieldsOfRole = ({ fieldLevels }: RoleGrant): RoleValue['fields'] =>
  [...fieldLevels]
    .map(([typeCode, levels]): RoleValue['fields'][number] => [typeCode, [...levels].toSorted(byNumber)])
    .toSorted(byNumber);

const byNumber = ([left]: readonly [number, unknown], [right]: readonly [number, unknown]): number => left - right;

/** A line for each module of which the role may do something. */
const functionLines = (granted: ReadonlySet<number>, language: Language): [string, string][] =>
  menuRows.flatMap((module): [string, string][] => {
    const actions = menuRows.filter((row) => row.parentId === module.menuId && granted.has(row.menuId));
    if (module.menuType !== 1 || actions.length === 0) return [];
    return [[wordOf(module, language), actions.map((row) => wordOf(row, language)).join(comma(language))]];
  });

const wordOf = ({ zh, en }: { readonly zh: string; readonly en: string }, language: Language): string =>
  language === 'en' ? en : zh;

/** A line for each type with restricted fields. */
async function fieldLines(db: Database, fields: RoleValue['fields'], language: Language): Promise<Lines> {
  const lines = new Map<string, string>();
  for (const [typeCode, levels] of fields) {
    const type = typeOfFields(typeCode);
    const { all } = await readFields(db, typeCode);
    const noun = translate(language, type.name.replace('.line', '') as MessageKey);
    const part = type.name.endsWith('.line') ? [translate(language, 'role.lines')] : [];
    const words = levels.map(([fieldId, level]) => {
      const field = all.find((one) => one.fieldId === fieldId);
      return `${field ? labelOf(type, field, language) : ''} ${translate(language, `role.level_${level}` as MessageKey)}`;
    });
    lines.set([noun, ...part, translate(language, 'role.fields')].join(' · '), words.join(comma(language)));
  }
  return lines;
}
