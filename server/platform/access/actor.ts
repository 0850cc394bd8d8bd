import type { Permission } from '#shared/admin/menus.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import type { Language } from '#shared/i18n/language.ts';

/** Rights of one person, compiled from roles, departments and superiors; valid for one state of the organisation. */
export interface Rights {
  /** State of the organisation and the field set-up that these rights belong to; what is read from them may be kept per version. */
  readonly version: number;
  readonly permissions: ReadonlySet<Permission>;
  readonly isSuperAdmin: boolean;
  readonly roleIds: readonly number[];
  /** The active roles with what each of them grants, for telling why something may be done. */
  readonly roles: readonly GrantingRole[];
  /** Widest data scope among the roles that grant `area:module:index` (R6.5). */
  readonly scopeOf: (area: string, module: string) => DataScope;
  /** What the roles leave of the fields of a type; `modules` are those that open the type, as `crm:customer`. */
  readonly fieldLevelsOf: (typeCode: number, modules: readonly string[]) => FieldLevels;
  /** People whose records a scope shows, self included; `all` for no limit. */
  readonly ownersOf: (scope: DataScope) => readonly number[] | 'all';
  readonly deptId: number;
}

/** Fields that somebody may not write: 0 hidden, 1 read only; all others may be written. */
export interface FieldLevels {
  /** Every role that opens the type has been restricted: fields without a row are open, those that are gone are not. */
  readonly isRestricted: boolean;
  readonly levels: ReadonlyMap<number, 0 | 1>;
  /** The same for everybody with the same levels. */
  readonly key: string;
}

/** A role as a source of rights. */
export interface GrantingRole {
  readonly roleId: number;
  readonly roleName: string;
  readonly dataType: DataScope;
  readonly permissions: ReadonlySet<Permission>;
  /** Restricted fields by module code; a type that is absent is open. */
  readonly fieldLevels: ReadonlyMap<number, ReadonlyMap<number, 0 | 1>>;
}

const made = Symbol('made by the session gate');

/**
 * Who is asking. Only the session gate makes one for a request; jobs act for a person through `actorFor` of the same
 * place, so every query of owned data can demand it.
 */
export interface Actor {
  readonly [made]: true;
  readonly userId: number;
  readonly realname: string;
  readonly loginId: number | null;
  readonly language: Language;
  readonly address: string;
  readonly rights: Rights;
  readonly mayDo: (permission: Permission) => boolean;
}

export function makeActor(parts: Omit<Actor, typeof made | 'mayDo'>): Actor {
  return {
    ...parts,
    [made]: true,
    mayDo: (permission) => parts.rights.isSuperAdmin || parts.rights.permissions.has(permission),
  };
}
