import type { FieldLevels, GrantingRole, Rights } from '#server/platform/access/actor.ts';
import { modulesOf } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';
import { fieldLevel, isMoreGenerous, type FieldLevel } from '#shared/admin/field-level.ts';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import type { Gains } from '#shared/admin/rights-change.ts';
import { dataScopes, type DataScope } from '#shared/admin/seeded-roles.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';

type Owners = readonly number[] | 'all';
const nobody: Owners = [];
type FieldGain = Gains['fields'][number];

/** Collects what somebody gains, from any number of people and roles. */
export class GainList {
  isAdmin = false;
  readonly permissions = new Set<Permission>();
  readonly #owners = new Map<string, Set<number> | 'all'>();
  readonly #scopes = new Map<string, DataScope>();
  readonly #fields = new Map<string, FieldGain>();
  readonly labelled = new Set<number>();

  static from(gains: Gains): GainList {
    const list = new GainList();
    list.isAdmin = gains.isAdmin;
    for (const permission of gains.permissions) list.permissions.add(permission as Permission);
    for (const [module, owners] of Object.entries(gains.owners)) list.addOwners(module, owners);
    for (const [module, scope] of Object.entries(gains.scopes)) list.addScope(module, scope as DataScope);
    for (const gain of gains.fields) list.addFields(gain);
    for (const roleId of gains.labelled) list.labelled.add(roleId);
    return list;
  }

  addOwners(module: string, owners: Owners): void {
    if (owners === 'all') this.#owners.set(module, 'all');
    const known = this.#owners.get(module) ?? new Set();
    if (owners === 'all' || known === 'all' || owners.length === 0) return;
    for (const owner of owners) known.add(owner);
    this.#owners.set(module, known);
  }

  addScope(module: string, scope: DataScope): void {
    this.#scopes.set(module, Math.max(scope, this.#scopes.get(module) ?? dataScopes.self) as DataScope);
  }

  addFields(gain: FieldGain): void {
    this.#fields.set(JSON.stringify(gain), gain);
  }

  addAll(other: GainList): void {
    if (other.isAdmin) this.isAdmin = true;
    for (const permission of other.permissions) this.permissions.add(permission);
    for (const [module, owners] of other.#owners) this.addOwners(module, owners === 'all' ? owners : [...owners]);
    for (const [module, scope] of other.#scopes) this.addScope(module, scope);
    for (const [key, gain] of other.#fields) this.#fields.set(key, gain);
    for (const roleId of other.labelled) this.labelled.add(roleId);
  }

  asGains(): Gains {
    return {
      isAdmin: this.isAdmin,
      permissions: [...this.permissions].toSorted(),
      owners: Object.fromEntries(
        [...this.#owners].map(([module, owners]) => [module, owners === 'all' ? owners : [...owners]]),
      ),
      scopes: Object.fromEntries(this.#scopes),
      fields: [...this.#fields.values()],
      labelled: [...this.labelled],
    };
  }
}

const moduleOf = (permission: string): string => permission.split(':').slice(0, 2).join(':');
const known = [...permissionByMenuId.values()];
/** Modules whose records have a data scope: those with a list (R6.5). */
const scoped: ReadonlySet<string> = new Set(known.filter((permission) => permission.endsWith(':index')).map(moduleOf));

const byModule = (permissions: Iterable<Permission>): Map<string, Permission[]> =>
  Map.groupBy(permissions, (permission) => moduleOf(permission));

/** Record types and their lines, with the modules that open them. */
const restrictable = (): { readonly type: RecordType; readonly modules: readonly string[] }[] =>
  recordModules()
    .flatMap(({ type }) => [type, ...[lineTypeOf(type)].filter((lines) => lines !== null)])
    .map((type) => ({ type, modules: modulesOf(type) }));

export interface PersonChange {
  readonly userId: number;
  /** Null for somebody who could do nothing: a new or disabled person. */
  readonly before: Rights | null;
  readonly after: Rights;
  /** Records of people who joined with the change do not count. */
  readonly existed: (userId: number) => boolean;
  /** Roles that only their holders give (R6.10). */
  readonly isLabelled: (roleId: number) => boolean;
}

/**
 * Adds what one person gains: permissions, records of others, standing scopes, fields and the administrator's role. One's
 * own records are no gain, and neither is what was in reach before (security A15).
 */
export function addPersonGains(list: GainList, { userId, before, after, existed, isLabelled }: PersonChange): void {
  if (after.isSuperAdmin) {
    if (!before?.isSuperAdmin) list.isAdmin = true;
    return;
  }
  if (before?.isSuperAdmin) return;
  const had = byModule(before?.permissions ?? []);
  const grown = new Set<string>();
  // most modules share their scope, and a large department is compared once
  const compared = new Map<Owners, Map<Owners, Owners>>();
  const moreThan = (reached: Owners, owners: Owners): Owners => {
    const known = compared.get(reached) ?? new Map<Owners, Owners>();
    compared.set(reached, known);
    const more = known.get(owners) ?? beyond(owners, reached, (id) => id !== userId && existed(id));
    known.set(owners, more);
    return more;
  };
  for (const [module, permissions] of byModule(after.permissions)) {
    const former = had.get(module) ?? [];
    const added = permissions.filter((permission) => !former.includes(permission));
    const reached = before && added.length === 0 ? ownersIn(before, module) : nobody;
    const more = moreThan(reached, ownersIn(after, module));
    if (added.length > 0 || more.length > 0) grown.add(module);
    // whoever reaches more records does there what they may do already
    for (const permission of more.length > 0 ? permissions : added) list.permissions.add(permission);
    if (more.length > 0) list.addOwners(module, more);
    const [area = '', name = ''] = module.split(':');
    const isListed = permissions.includes(`${module}:index` as Permission);
    const wasListed = former.includes(`${module}:index` as Permission);
    if (isListed && before && wasListed && before.scopeOf(area, name) >= after.scopeOf(area, name)) continue;
    if (isListed) list.addScope(module, after.scopeOf(area, name));
  }
  for (const { type, modules } of restrictable()) {
    if (!modules.some((module) => [...after.permissions].some((one) => moduleOf(one) === module))) continue;
    const isWhole = modules.some((module) => grown.has(module)) || !modules.some((module) => had.has(module));
    const levels = after.fieldLevelsOf(type.code, modules);
    addFieldGain(list, type.code, isWhole ? null : (before?.fieldLevelsOf(type.code, modules) ?? null), levels);
  }
  for (const roleId of after.roleIds)
    if (isLabelled(roleId) && !before?.roleIds.includes(roleId)) list.labelled.add(roleId);
}

/**
 * Adds what a role grants more than before; null for a new one. Its holders are measured by `addPersonGains`: this is for
 * whoever gets it later.
 */
export function addRoleGains(list: GainList, before: GrantingRole | null, after: GrantingRole): void {
  const had = new Set(before?.permissions ?? []);
  for (const permission of after.permissions) {
    const isNew = !had.has(permission);
    if (isNew) list.permissions.add(permission);
    const isList = permission.endsWith(':index');
    if (isList && (isNew || after.dataType > (before?.dataType ?? 0)))
      list.addScope(moduleOf(permission), after.dataType);
  }
  for (const { type, modules } of restrictable()) {
    const opens = ({ permissions }: GrantingRole) => [...permissions].some((one) => modules.includes(moduleOf(one)));
    const grows = modules.some((module) =>
      [...after.permissions].some((one) => moduleOf(one) === module && !had.has(one)),
    );
    const isWhole = before === null || !opens(before) || grows || after.dataType > before.dataType;
    if (isWhole && !opens(after)) continue;
    addFieldGain(list, type.code, isWhole ? null : levelsOf(before, type.code), levelsOf(after, type.code));
  }
}

type Levels = Pick<FieldLevels, 'levels'>;
const levelsOf = (role: GrantingRole, typeCode: number): Levels => ({
  levels: role.fieldLevels.get(typeCode) ?? new Map(),
});

/** `before` null means that every field was closed, because the records were. */
function addFieldGain(list: GainList, typeCode: number, before: Levels | null, after: Levels): void {
  const levels = [...after.levels].toSorted();
  if (!before) return list.addFields({ typeCode, raised: null, levels });
  const raised = [...before.levels].filter(([fieldId, level]) => isMoreGenerous(levelIn(after, fieldId), level));
  if (raised.length > 0) list.addFields({ typeCode, raised: raised.map(([fieldId]) => fieldId).toSorted(), levels });
}

const levelIn = ({ levels }: Levels, fieldId: number): FieldLevel => levels.get(fieldId) ?? fieldLevel.open;

/** People whose records somebody's functions of a module reach; only themselves where there is no list. */
function ownersIn(rights: Rights, module: string): Owners {
  if (!scoped.has(module)) return nobody;
  const [area = '', name = ''] = module.split(':');
  return rights.ownersOf(rights.scopeOf(area, name));
}

function beyond(owners: Owners, reached: Owners, counts: (userId: number) => boolean): Owners {
  if (reached === 'all') return [];
  if (owners === 'all') return owners;
  const former = new Set(reached);
  return owners.filter((id) => !former.has(id) && counts(id));
}

/** What of some gains a person lacks; `modules` are those whose records they reach less of. */
export interface Lacking {
  readonly isAdmin: boolean;
  readonly permissions: readonly Permission[];
  readonly modules: readonly string[];
  readonly types: readonly number[];
}

/**
 * What a person would have to have in order to give it, and has not; null when they may give all of it. Applications that
 * are off count as if they were on: they may be on tomorrow, for whoever was given them and for whoever gave them.
 */
export function lackingOf({ granted: rights }: Rights, gains: Gains): Lacking | null {
  if (rights.isSuperAdmin) return null;
  const permissions = (gains.permissions as Permission[]).filter((permission) => !rights.permissions.has(permission));
  const modules = new Set<string>();
  for (const [module, owners] of Object.entries(gains.owners))
    if (beyond(owners, ownersIn(rights, module), () => true).length > 0) modules.add(module);
  for (const [module, scope] of Object.entries(gains.scopes)) {
    const [area = '', name = ''] = module.split(':');
    const lists = rights.permissions.has(`${module}:index` as Permission);
    if (!lists || rights.scopeOf(area, name) < scope) modules.add(module);
  }
  const types = new Set<number>();
  for (const { type, modules: opening } of restrictable()) {
    const { levels } = rights.fieldLevelsOf(type.code, opening);
    for (const gain of gains.fields.filter(({ typeCode }) => typeCode === type.code)) {
      const after = new Map(gain.levels);
      for (const [fieldId, level] of levels) {
        const counts = gain.raised === null || gain.raised.includes(fieldId);
        if (counts && isMoreGenerous((after.get(fieldId) ?? fieldLevel.open) as FieldLevel, level))
          types.add(type.code);
      }
    }
  }
  const labelled = gains.labelled.some((roleId) => !rights.roleIds.includes(roleId));
  const lacking = { isAdmin: gains.isAdmin || labelled, permissions, modules: [...modules], types: [...types] };
  return lacking.isAdmin || permissions.length + modules.size + types.size > 0 ? lacking : null;
}
