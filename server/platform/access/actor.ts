import { isOpen, type Application } from '#shared/admin/company/applications.ts';
import type { RestrictedLevel } from '#shared/admin/field-level.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import type { Language } from '#shared/i18n/language.ts';

/**
 * Version of a company's organisation and field set-up. What is derived from them is cached by this object, in a
 * `WeakMap`: the same number may be another company's.
 */
export interface OrganisationVersion {
  readonly number: number;
  /** The same object for as long as nothing but roles has changed. */
  readonly apartFromRoles: { readonly number: number };
}

/**
 * Compiled rights of one person (from roles, departments and reporting lines); valid for one version of the
 * organisation.
 */
export interface Rights {
  /** What these rights were compiled from. */
  readonly version: OrganisationVersion;
  readonly permissions: ReadonlySet<Permission>;
  readonly isSuperAdmin: boolean;
  readonly roleIds: readonly number[];
  /** The active roles with what each of them grants, to explain why something is allowed. */
  readonly roles: readonly GrantingRole[];
  /** Widest data scope among the roles that grant `area:module:index` (R6.5). */
  readonly scopeOf: (area: string, module: string) => DataScope;
  /**
   * Field levels of a type that result from the roles; `modules` are the modules that open the type, such as
   * `crm:customer`.
   */
  readonly fieldLevelsOf: (typeCode: number, modules: readonly string[]) => FieldLevels;
  /** People whose records are in a scope, self included; `all` for no limit. */
  readonly ownersOf: (scope: DataScope) => readonly number[] | 'all';
  readonly deptId: number;
  /** Applications that the company has switched off: nobody has their permissions, whatever the roles say. */
  readonly off: ReadonlySet<Application>;
  /**
   * What the roles say, whether applications are on or off. What people give is compared by this, so that a switch is
   * neither a gain nor a loss (security A15).
   */
  readonly granted: Rights;
}

/** Fields that the person may not write; all others may be written. */
export interface FieldLevels {
  /**
   * True when every role that opens the type restricts it: fields without a row are open, fields that have been removed
   * are not.
   */
  readonly isRestricted: boolean;
  readonly levels: ReadonlyMap<number, RestrictedLevel>;
  /** The same for all people with the same levels. */
  readonly key: string;
}

/** A role as a source of rights. */
export interface GrantingRole {
  readonly roleId: number;
  readonly roleName: string;
  readonly dataType: DataScope;
  readonly permissions: ReadonlySet<Permission>;
  /** Restricted fields by module code; a type that is absent is open. */
  readonly fieldLevels: ReadonlyMap<number, ReadonlyMap<number, RestrictedLevel>>;
}

const made = Symbol('made by the session gate');

/**
 * The person who is asking. Only the session gate creates one for a request; jobs act for a person through its
 * `actorFor`. So every query of owned data can require one.
 */
export interface Actor {
  readonly [made]: true;
  readonly userId: number;
  readonly realname: string;
  readonly loginId: number | null;
  readonly language: Language;
  readonly address: string;
  readonly rights: Rights;
  /** The one who looks at the product as this person, or by the rights of a role: reads only. */
  readonly viewerId?: number;
  /** A program that acts for the person by a token of its own, with some of their rights. */
  readonly isProgram?: true;
  readonly mayDo: (permission: Permission) => boolean;
}

export function makeActor(parts: Omit<Actor, typeof made | 'mayDo'>): Actor {
  // an administrator may do what the tree has no row for, but nothing of an application that is off
  return {
    ...parts,
    [made]: true,
    mayDo: (permission) =>
      parts.rights.isSuperAdmin ? isOpen(permission, parts.rights.off) : parts.rights.permissions.has(permission),
  };
}
