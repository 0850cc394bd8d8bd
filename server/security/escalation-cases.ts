import { sql } from 'kysely';
import type { Rights } from '#server/platform/access/actor.ts';
import type { Answer, Company, Person } from '#server/testing/company.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import { customerType } from '#shared/crm/customer-type.ts';

// Every call that writes rights, as tried by somebody who may call it and lacks one thing: a function, a data scope or a
// field.

export type Dimension = 'permission' | 'scope' | 'field';
export const dimensions: readonly Dimension[] = ['permission', 'scope', 'field'];
export type Target = 'self' | 'puppet' | 'colleague';
const targets: readonly Target[] = ['self', 'puppet', 'colleague'];

const listAndRead = menuIdsBelow('crm:customer:index', 'crm:customer:read');
const [deleting = 0] = menuIdsBelow('crm:customer:delete');
const keeping = menuIdsBelow('manage:users:', 'manage:permission:');
const usual = { menuIds: listAndRead, dataType: 3, hides: false };

export interface RoleParts {
  readonly menuIds: readonly number[];
  readonly dataType: number;
  /** Whether it hides the mobile of customers. */
  readonly hides: boolean;
}

/** What the actor has, and what is more, in each dimension. */
const weak: Readonly<Record<Dimension, RoleParts>> = {
  permission: usual,
  scope: usual,
  field: { ...usual, hides: true },
};
const strong: Readonly<Record<Dimension, RoleParts>> = {
  permission: { ...usual, menuIds: [...listAndRead, deleting] },
  scope: { ...usual, dataType: 5 },
  field: usual,
};

/** What an attempt is made in: roles and people straight in the database, and the calls of the actor. */
export interface Scene {
  readonly company: Company;
  readonly actor: Person;
  readonly target: Person;
  readonly dimension: Dimension;
  readonly role: (parts: RoleParts, holder?: Person) => Promise<number>;
  readonly place: (person: Person, where: { deptId?: number; parentId?: number; status?: number }) => Promise<void>;
  readonly department: (pid: number) => Promise<number>;
  readonly hire: (options?: { roles?: readonly number[]; deptId?: number }) => Promise<Person>;
  readonly rolesOf: (person: Person) => Promise<number[]>;
  readonly ask: (path: string, body: Record<string, unknown>) => Promise<Answer>;
}

export interface Attempt {
  readonly call: string;
  readonly dimensions: readonly Dimension[];
  readonly targets: readonly Target[];
  /** Prepares what it needs, and returns what would give the target more. */
  readonly prepare: (scene: Scene) => Promise<() => Promise<Answer>>;
}

export const partsOf = (dimension: Dimension, isRich: boolean): RoleParts => {
  const { menuIds, ...parts } = (isRich ? strong : weak)[dimension];
  return { ...parts, menuIds: [...menuIds, ...keeping] };
};

const everywhere = { dimensions, targets };
const byPlace = { dimensions: ['scope'], targets } as const;

export const attempts: readonly Attempt[] = [
  {
    call: 'system/role/updateRoleMenu',
    ...everywhere,
    prepare: async ({ dimension, target, role, ask }) => {
      // a role that is empty opens nothing; filled, it opens the fields that the target's other one hides
      const empty = { menuIds: [], dataType: 1, hides: false };
      const id = await role(dimension === 'field' ? empty : weak[dimension], target);
      const { menuIds, dataType } = strong[dimension];
      return () => ask('system/role/updateRoleMenu', { id, rules: menuIds, type: dataType });
    },
  },
  {
    call: 'field/saveRoleField',
    dimensions: ['field'],
    targets,
    prepare: async ({ target, role, ask }) => {
      const roleId = await role(weak.field, target);
      return () => ask('field/saveRoleField', { roleId, label: customerType.code, data: [] });
    },
  },
  {
    call: 'system/role/relatedUser',
    ...everywhere,
    prepare: async ({ dimension, target, role, ask }) => {
      const roleId = await role(strong[dimension]);
      return () => ask('system/role/relatedUser', { userIds: [target.userId], roleIds: [roleId] });
    },
  },
  {
    call: 'system/user/setUser',
    ...everywhere,
    prepare: async ({ dimension, target, role, rolesOf, ask }) => {
      const roleId = await role(strong[dimension]);
      const held = await rolesOf(target);
      return () => ask('system/user/setUser', { userId: target.userId, roleIds: [...held, roleId] });
    },
  },
  {
    call: 'system/user/setUserStatus',
    dimensions,
    targets: ['puppet', 'colleague'],
    prepare: async ({ dimension, target, role, place, ask }) => {
      await role(strong[dimension], target);
      await place(target, { status: 0 });
      return () => ask('system/user/setUserStatus', { userIds: [target.userId], status: 1 });
    },
  },
  {
    call: 'system/user/setUser department',
    ...byPlace,
    prepare: async ({ company, target, role, ask }) => {
      await role(usual, target);
      const { deptId } = company.people.stranger;
      return () => ask('system/user/setUser', { userId: target.userId, deptId });
    },
  },
  {
    call: 'system/user/setUserDept',
    ...byPlace,
    prepare: async ({ company, target, role, hire, ask }) => {
      await role(usual, target);
      const { userId } = await hire();
      const { deptId } = company.people.stranger;
      // with somebody whose move gives nothing, and in the company of whom it would pass
      return () => ask('system/user/setUserDept', { userIds: [userId, target.userId], deptIds: [deptId] });
    },
  },
  {
    call: 'system/user/setUser superior',
    ...byPlace,
    prepare: async ({ company, target, role, rolesOf, hire, ask }) => {
      // the widest of several scopes counts, and departments do not matter here
      await company.db
        .updateTable('role')
        .set({ data_type: 2 })
        .where('role_id', 'in', await rolesOf(target))
        .execute();
      await role({ ...usual, dataType: 2 }, target);
      const { userId } = await hire();
      return () => ask('system/user/setUser', { userId, parentId: target.userId });
    },
  },
  {
    call: 'system/user/setUser colleagues of the target',
    ...byPlace,
    prepare: async ({ company, target, role, hire, ask }) => {
      await role(usual, target);
      const { userId } = await hire();
      const { rows } = await sql<{ dept_id: number }>`
        select dept_id from app_user where user_id = ${target.userId}`.execute(company.db);
      const deptId = rows[0]?.dept_id;
      return () => ask('system/user/setUser', { userId, deptId });
    },
  },
  {
    call: 'system/dept/updateDept',
    ...byPlace,
    prepare: async ({ company, target, role, place, department, hire, ask }) => {
      await role({ ...usual, dataType: 4 }, target);
      const { rows } = await sql<{ dept_id: number }>`
        select dept_id from app_user where user_id = ${target.userId}`.execute(company.db);
      const deptId = await department(0);
      await place(await hire(), { deptId });
      return () => ask('system/dept/updateDept', { deptId, pid: rows[0]?.dept_id });
    },
  },
];

/** What somebody can do with customers, as the next request compiles it. */
export interface Reach {
  readonly permissions: ReadonlySet<Permission>;
  readonly owners: readonly number[] | 'all';
  readonly readsMobile: boolean;
}

export function reachOf(rights: Rights, mobileId: number): Reach {
  const opens = [...rights.permissions].some((permission) => permission.startsWith('crm:customer:'));
  const { levels } = rights.fieldLevelsOf(customerType.code, ['crm:customer', 'crm:pool']);
  return {
    permissions: rights.permissions,
    owners: opens ? rights.ownersOf(rights.scopeOf('crm', 'customer')) : [],
    readsMobile: opens && (levels.get(mobileId) ?? fieldLevel.open) === fieldLevel.open,
  };
}

/** What of `after` is neither in `before` nor in what the giver has; the people known before count, and oneself not. */
export function beyondReach(
  userId: number,
  before: Reach,
  after: Reach,
  giver: Reach,
  known: ReadonlySet<number>,
): string[] {
  const owns = ({ owners }: Reach, id: number) => owners === 'all' || owners.includes(id);
  const reached = after.owners === 'all' ? [...known] : after.owners.filter((id) => known.has(id));
  return [
    ...[...after.permissions].filter((one) => !before.permissions.has(one) && !giver.permissions.has(one)),
    ...reached.filter((id) => id !== userId && !owns(before, id) && !owns(giver, id)).map((id) => `records of ${id}`),
    ...(after.readsMobile && !before.readsMobile && !giver.readsMobile ? ['mobile'] : []),
  ];
}
