import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor, GrantingRole } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { ReasonKind } from '#shared/record/calls/explain-calls.ts';
import { powers } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { dataScopeOf, mayOpenFromPool, mayOpenPool } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';

export interface Reason {
  readonly kind: ReasonKind;
  /** True if it grants access; otherwise it prevents it. */
  readonly helps: boolean;
  readonly text: string;
}

export interface Explanation {
  readonly visible: boolean;
  readonly writable: boolean;
  readonly reasons: readonly Reason[];
}

/** What of a record its visibility depends on. */
export interface Subject {
  readonly owner: number | null;
  readonly isDeleted: boolean;
  /** What each member of its team may do. */
  readonly powers: ReadonlyMap<number, number>;
}

/**
 * Why `person` sees a record or not, explained in `language`. It follows the same rights that `record/scope.ts` turns
 * into SQL; a test compares the two. The caller decides whether the reader may know.
 * @throws AppError `access.record` when there is no such record
 */
export async function explainRecord(
  db: Database,
  person: Actor,
  type: RecordType,
  id: number,
  language: Language,
): Promise<Explanation> {
  const subject = await readSubject(db, type, id);
  const names = await directoryOf(db, person.rights.version);
  return explainSubject(person, type, subject, { language, names });
}

/** @throws AppError `access.record` when there is no such record */
export async function readSubject(db: Database, type: RecordType, id: number): Promise<Subject> {
  const all = system('explains what a person can see, for somebody who sees the record', type);
  const { rows } = await sql<{ owner: number | null; deleted: boolean; powers: Record<string, number> | null }>`
    select r.owner_user_id as owner, r.deleted_at is not null as deleted,
      (select jsonb_object_agg(t.user_id, t.power) from record_team t
        where t.type_code = ${type.code} and t.record_id = ${id}) as powers
    from ${all.from} where r.${sql.ref(type.idColumn)} = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('access.record');
  const powers = new Map(Object.entries(row.powers ?? {}).map(([userId, power]) => [Number(userId), power]));
  return { owner: row.owner, isDeleted: row.deleted, powers };
}

/** The same of a record that was read before, for any number of people. */
export const explainSubject = (
  person: Actor,
  type: RecordType,
  subject: Subject,
  { language, names }: { readonly language: Language; readonly names: Directory },
): Explanation => new Explainer(person, type, language, names).explain(subject);

class Explainer {
  readonly #person: Actor;
  readonly #type: RecordType;
  readonly #language: Language;
  readonly #names: Directory;

  constructor(person: Actor, type: RecordType, language: Language, names: Directory) {
    this.#person = person;
    this.#type = type;
    this.#language = language;
    this.#names = names;
  }

  explain(subject: Subject): Explanation {
    if (subject.isDeleted) return this.#hidden(this.#reason('recycled', false));
    if (subject.owner === null) return this.#inPool();
    const may = this.#permission('read');
    if (!may.helps) return this.#hidden(may);
    const reach = [...this.#byScope(subject.owner), ...this.#byTeam(subject.powers.get(this.#person.userId))];
    const visible = reach.length > 0;
    const writes = reach.some((reason) => reason.kind !== 'team_read');
    const reasons = visible ? reach : [this.#outside(subject.owner)];
    const writable = writes && this.#person.mayDo(permissionOf(this.#type, 'update'));
    return { visible, writable, reasons: [...reasons, may] };
  }

  #inPool(): Explanation {
    const mayPool = mayOpenPool(this.#person, this.#type);
    if (!mayPool && !mayOpenFromPool(this.#person, this.#type)) return this.#hidden(this.#reason('pool', false));
    const reason = mayPool ? this.#reason('pool', true) : this.#reason('pool_read', true);
    return { visible: true, writable: false, reasons: [reason] };
  }

  #hidden(...reasons: readonly Reason[]): Explanation {
    return { visible: false, writable: false, reasons };
  }

  /** The result of the roles' data scopes: the widest one that includes the owner, and its role. */
  #byScope(owner: number): Reason[] {
    const { rights, userId } = this.#person;
    if (rights.isSuperAdmin) return [this.#reason('admin', true)];
    const scope = dataScopeOf(rights, this.#type);
    const owners = rights.ownersOf(scope);
    if (owners !== 'all' && !owners.includes(owner)) return [];
    if (owner === userId) return [this.#reason('self', true)];
    const kind = scopeKinds[scope];
    return kind === undefined ? [] : [this.#reason(kind, true, { role: this.#rolesWith('index', scope), owner })];
  }

  #byTeam(power: number | undefined): Reason[] {
    if (power === undefined) return [];
    return [this.#reason(power === powers.write ? 'team_write' : 'team_read', true)];
  }

  #outside(owner: number): Reason {
    const { rights } = this.#person;
    const scope = dataScopeOf(rights, this.#type);
    return this.#reason('outside', false, {
      owner,
      scope: translate(this.#language, `explain.scope.${scope}` as MessageKey),
    });
  }

  #permission(action: string): Reason {
    const { rights } = this.#person;
    const permission = permissionOf(this.#type, action);
    const helps = this.#person.mayDo(permission);
    const roles = rolesGranting(rights.roles, permission);
    const role = rights.isSuperAdmin ? this.#say('explain.role_admin') : this.#list(roles);
    return {
      kind: 'permission',
      helps,
      text: this.#say(helps ? 'explain.permission' : 'explain.no_permission', { role }),
    };
  }

  #rolesWith(action: string, scope: number): string {
    const permission = permissionOf(this.#type, action);
    const wide = this.#person.rights.roles.filter((role) => role.dataType === scope);
    return this.#list(rolesGranting(wide, permission));
  }

  #reason(kind: ReasonKind, helps: boolean, params: { role?: string; owner?: number; scope?: string } = {}): Reason {
    const { owner, ...rest } = params;
    const name = owner === undefined ? '' : (this.#names.user(owner) ?? '');
    const key = kind === 'pool' && !helps ? 'explain.no_pool' : `explain.${kind}`;
    const noun = translate(this.#language, this.#type.name as MessageKey).toLowerCase();
    return { kind, helps, text: this.#say(key as MessageKey, { ...rest, owner: name, noun }) };
  }

  #list = (names: readonly string[]): string => names.join(this.#language === 'cn' ? '、' : ', ');
  #say = (key: MessageKey, params: Record<string, string> = {}): string => translate(this.#language, key, params);
}

const scopeKinds: Readonly<Partial<Record<number, ReasonKind>>> = {
  [dataScopes.subordinates]: 'subordinate',
  [dataScopes.department]: 'department',
  [dataScopes.departmentBelow]: 'department_below',
  [dataScopes.all]: 'all',
};

/** Names of the roles that grant a permission. */
export const rolesGranting = (roles: readonly GrantingRole[], permission: Permission): string[] =>
  roles.filter((role) => role.permissions.has(permission)).map((role) => role.roleName);
