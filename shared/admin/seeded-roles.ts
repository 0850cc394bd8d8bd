import { menuIdsBelow } from '#shared/admin/menus.ts';

/** Data scope of a role (R6.4). */
export const dataScopes = { self: 1, subordinates: 2, department: 3, departmentBelow: 4, all: 5 } as const;
export type DataScope = (typeof dataScopes)[keyof typeof dataScopes];

export interface SeededRole {
  readonly roleId: number;
  readonly roleName: string;
  /** 0 custom, 1 system, 2 CRM, 5 project member, 7 office, 8 project (R6.7). */
  readonly roleType: number;
  readonly dataType: DataScope;
  /** `admin` and `project` mark roles that nobody can edit. */
  readonly remark: string;
  /** 1 system-wide project admin, 2 project manage, 3 project edit, 4 project read-only. */
  readonly label: number | null;
  readonly hidden: boolean;
  readonly menuIds: readonly number[];
}

const salesCrm = menuIdsBelow('crm:').filter(
  (menuId) => ![192, 1010, 1061, 1063, 1030, 1031, 1033, 1035, 1037, 1039, 1073, 1074, 1076].includes(menuId),
);

/** Finance books and checks what others have sold. */
const finance = menuIdsBelow(
  'crm:customer:index',
  'crm:customer:read',
  'crm:contract:index',
  'crm:contract:read',
  'crm:contract:excelexport',
  'crm:product:index',
  'crm:product:read',
  'crm:receivables:',
  'crm:arrear:',
  'crm:receipt:',
  'crm:express:index',
  'crm:ledger:',
);

/** What a salesperson may do with each CRM type, and for the main job besides: docs/decisions/salesperson-scope.md. */
const mainJob = [
  'crm:leads:transform',
  'crm:leads:clueDuplicateCheck',
  'crm:customer:transfer',
  'crm:customer:putinpool',
  'crm:customer:duplicateCheck',
  'crm:pool:index',
  'crm:pool:receive',
];
const usualActions = ['index', 'read', 'save', 'update', 'excelimport', 'excelexport'];
const salesperson = [
  'leads',
  'customer',
  'contacts',
  'business',
  'contract',
  'receivables',
  'receipt',
  'express',
].flatMap((module) => menuIdsBelow(...usualActions.map((action) => `crm:${module}:${action}`)));

/** List prices decide which contracts need no approval: whoever sells does not set them. */
/** What customers owe, and the entries that the figures of contracts are made of. */
const knowsMoney = ['crm:arrear:index', 'crm:arrear:read', 'crm:arrear:excelexport', 'crm:ledger:read'];
const knowsProducts = ['crm:product:index', 'crm:product:read', 'crm:product:excelexport'];

/** Logs and the operation of the system are the super administrator's, until they give them to somebody. */
const forSuperAdmin = new Set(menuIdsBelow('manage:audit:', 'manage:operation:'));
const systemSettings = menuIdsBelow('manage:').filter((menuId) => !forSuperAdmin.has(menuId));

const role = (
  roleId: number,
  roleName: string,
  roleType: number,
  dataType: DataScope,
  menuIds: readonly number[],
  extra: Partial<SeededRole> = {},
): SeededRole => ({ roleId, roleName, roleType, dataType, remark: '', label: null, hidden: false, menuIds, ...extra });

/** Roles of a new installation, with fixed ids (R6.7). */
export const seededRoles: readonly SeededRole[] = [
  role(1, '超级管理员', 1, 5, [], { remark: 'admin' }),
  role(2, '系统设置管理员', 1, 2, systemSettings),
  role(3, '部门与员工管理员', 1, 5, menuIdsBelow('manage:users:')),
  role(4, '审批流管理员', 1, 5, menuIdsBelow('manage:examineFlow:')),
  role(5, '工作台管理员', 1, 5, menuIdsBelow('manage:oa:')),
  role(6, '客户管理员', 1, 5, menuIdsBelow('manage:crm:')),
  role(7, '公告管理员', 7, 5, menuIdsBelow('oa:announcement:')),
  role(8, '销售经理角色', 2, 2, salesCrm),
  role(9, '行政管理', 2, 1, []),
  role(10, '财务角色', 2, 5, finance),
  role(11, '销售员角色', 2, 1, [...salesperson, ...menuIdsBelow(...mainJob, ...knowsProducts, ...knowsMoney)]),
  role(12, '项目管理员', 8, 5, [], { remark: 'project', label: 1 }),
  role(13, '管理', 5, 5, [], { label: 2, hidden: true }),
  role(14, '编辑', 5, 5, [139, 141, 142, 143], { label: 3 }),
  role(15, '只读', 5, 5, [], { label: 4 }),
];

export const superAdminRoleId = 1;
/** The first administrator, who cannot be disabled or deleted (R5.15). */
export const firstAdminUserId = 3;
export const projectAdminLabel = 1;
