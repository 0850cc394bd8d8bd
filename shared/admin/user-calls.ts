import { z } from 'zod';
import { doneOrWaiting, waiting, waits } from '#shared/admin/rights-change.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  idList,
  limit,
  maxId,
  optionalFlag,
  optionalId,
  optionalInt,
  optionalText,
  page,
  pageOf,
  pageType,
  someIds,
  text,
} from '#shared/wire/values.ts';

/** A login name is a mobile number of the mainland, or `admin` (R5.1). */
export const usernamePattern = /^(?:admin|1[3-9]\d{9})$/;
export const mobilePattern = /^1[3-9]\d{9}$/;

/** The login name is the mobile number, except for `admin`. */
export const mobileOf = (username: string): string => (username === 'admin' ? '' : username);

/** User status (R5.2): 2 becomes 1 with the first login. */
export const userStatus = { disabled: 0, active: 1, fresh: 2 } as const;

/** `crmUserType` of a row: 2 marks agents (R5.4). */
export const userTypes = { staff: 1, agent: 2 } as const;
/** `type` of a list request: both kinds, but nobody who is disabled (R5.5). */
export const anyEnabledUser = 9;

export const userRow = z.object({
  userId: z.int(),
  realname: z.string(),
  /** Empty, like mobile and email, for readers who may not see contact data. */
  username: z.string(),
  num: z.string(),
  sex: z.int(),
  mobile: z.string(),
  email: z.string(),
  deptId: z.int(),
  deptName: z.string(),
  post: z.string(),
  status: z.int(),
  parentId: z.int(),
  parentName: z.string(),
  /** Address of the picture, empty without one. */
  img: z.string(),
  createTime: z.string(),
  /** Comma lists, `1,2` and `a,b`. */
  roleId: z.string(),
  roleName: z.string(),
  agentFlag: flag,
  isAgent: flag,
  crmUserType: z.int(),
  memberName: z.string(),
});
export type UserRow = z.output<typeof userRow>;

const userBrief = z.object({ id: z.int(), realname: z.string() });

const bookRow = z.object({
  userId: z.int(),
  realname: z.string(),
  img: z.string(),
  mobile: z.string(),
  postName: z.string(),
  deptName: z.string(),
});
export type BookRow = z.output<typeof bookRow>;

const noText = (value: unknown): unknown => value ?? '';
export const required = (max: number, code: 'user.name_required' | 'user.username_required') =>
  z.preprocess(noText, text(max)).refine((value) => value !== '', { params: { code } });

const username = required(40, 'user.username_required').refine((value) => usernamePattern.test(value), {
  params: { code: 'user.username_format' },
});
export const email = text(254).refine((value) => value === '' || isEmail(value), { params: { code: 'field.email' } });
/** Never trimmed; the login module checks its quality (security N1). */
const password = z.preprocess(noText, z.string().max(1000));
const superior = z.preprocess(
  (value) => (value === '' || value === null ? 0 : value),
  z.coerce.number().int().min(0).max(maxId),
);
/** Required: a missing value must not mean 0, which disables. */
const statusValue = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int().min(0).max(2),
);
/** At least one role: nobody may be without (R5.7). */
export const roles = idList.refine((list) => list.length > 0, { params: { code: 'role.last' } });

/** What a person's form may change. Status, login name and agent flag have separate calls (security A16). */
const details = { sex: optionalInt(0, 2), deptId: optionalId, roleIds: roles.optional() };
const emptyable = { email: email.optional(), post: text(50).optional(), parentId: superior.optional() };
const detailIds = { deptId: 'dept', parentId: 'user', roleIds: 'role' } as const;

/** The caller's own password, required when the login is not recent (security N11). */
export const currentPassword = z.string().max(1000).optional();
/** Possible errors of that check. */
export const unconfirmed = ['session.confirm', 'password.wrong', 'session.wait', 'session.busy'] as const;

const inDepartment = {
  input: z.object({ deptId: optionalId }),
  output: z.array(userBrief),
  ids: { deptId: 'dept' },
} as const;

/** A person of the chart; `parentId` is the superior, 0 for none and for one who is disabled. */
const chartPerson = z.object({
  userId: z.int(),
  realname: z.string(),
  /** Address of the picture, empty without one. */
  img: z.string(),
  post: z.string(),
  deptId: z.int(),
  parentId: z.int(),
});
export type ChartPerson = z.output<typeof chartPerson>;

export const userCalls = {
  /** Everybody in the company: pickers need it, so it requires only a login. */
  list: endpoint({
    path: 'system/user/queryUserList',
    access: 'login',
    rate: 'search',
    ids: { deptId: 'dept', roleId: 'role' },
    input: z.object({
      /** Part of the name. */
      realname: optionalText(50),
      /** Part of the name, or of the login name for people who may see it. */
      search: optionalText(50),
      /** Including the departments below. */
      deptId: optionalId,
      status: optionalInt(0, 2),
      roleId: optionalId,
      /** 1 staff, 2 agents, 9 everybody who is not disabled. */
      type: optionalInt(0, 100),
      /** 0 excludes agents ("noAgents" mode), 1 shows agents only. */
      agentFlag: optionalFlag,
      /** Area and module, such as `crm:customer`: only people whose records there are in the caller's data scope. */
      within: optionalText(60),
      page,
      limit: limit(15),
      pageType,
    }),
    output: z.union([pageOf(userRow), z.array(userRow)]),
    codes: ['input.page_too_deep'],
  }),
  byDepartment: endpoint({ path: 'system/user/queryUserByDeptId', access: 'login', ...inDepartment }),
  byStructure: endpoint({ path: 'admin/users/userListByStructid', access: 'login', ...inDepartment }),
  /** Everybody who is not disabled, by pinyin; the departments are those of `system/dept/queryDeptTree`. */
  chart: endpoint({
    path: 'system/user/queryOrgChart',
    access: 'manage:users:read',
    input: z.object({}),
    output: z.array(chartPerson),
  }),
  addressBook: endpoint({
    path: 'system/user/queryListName',
    access: 'oa:book:read',
    rate: 'search',
    input: z.object({ search: optionalText(50) }),
    /** By initial of the name's pinyin: `#`, `A` to `Z`; letters without people are omitted. */
    output: z.record(z.string(), z.array(bookRow)),
  }),
  addressBookByDepartment: endpoint({
    path: 'system/user/queryListNameByDept',
    access: 'oa:book:read',
    rate: 'search',
    input: z.object({ name: optionalText(50) }),
    output: z.array(z.object({ deptId: z.int(), name: z.string(), userList: z.array(bookRow), userNumber: z.int() })),
  }),
  add: endpoint({
    path: 'system/user/addUser',
    access: 'manage:users:userSave',
    effect: 'write',
    rate: 'heavy',
    idempotent: { unless: null },
    ids: detailIds,
    input: z.object({
      ...details,
      ...emptyable,
      username,
      password,
      realname: required(50, 'user.name_required'),
      deptId: id,
      roleIds: z.preprocess((value) => value ?? '', roles),
    }),
    /** What of the roles waits for a confirmation; the person is there without them. */
    output: z.object({ userId: z.int(), waiting: waiting.extend({ msg: z.string() }).nullable() }),
    codes: [
      'user.username_required',
      'user.username_format',
      'user.username_taken',
      'user.name_required',
      'user.unknown',
      'dept.unknown',
      'role.unknown',
      'role.last',
      'rights.too_many',
      'field.email',
      'password.length',
      'password.common',
    ],
  }),
  /** Changes only what is sent; an empty text clears (security C10). */
  set: endpoint({
    path: 'system/user/setUser',
    access: 'manage:users:userUpdate',
    effect: 'write',
    ids: { userId: 'user', ...detailIds },
    input: z.object({
      ...details,
      ...emptyable,
      userId: id,
      username: optionalText(40),
      realname: required(50, 'user.name_required').optional(),
      currentPassword,
    }),
    output: doneOrWaiting,
    codes: [
      'user.unknown',
      'user.name_required',
      'user.username_fixed',
      'user.superior',
      'user.super_admin',
      'user.last_admin',
      'dept.unknown',
      'role.unknown',
      'role.last',
      ...waits,
      'field.email',
      ...unconfirmed,
    ],
  }),
  /** Into one department, or each into the one at their place of the list. */
  move: endpoint({
    path: 'system/user/setUserDept',
    access: 'manage:users:userUpdate',
    effect: 'write',
    ids: { userIds: 'user', deptIds: 'dept' },
    input: z
      .object({ userIds: someIds.refine((list) => list.length <= 500), deptIds: someIds })
      .refine(({ userIds, deptIds }) => deptIds.length === 1 || deptIds.length === userIds.length, {
        path: ['deptIds'],
      }),
    output: doneOrWaiting,
    codes: ['user.unknown', 'user.super_admin', 'dept.unknown', ...waits],
  }),
  setStatus: endpoint({
    path: 'system/user/setUserStatus',
    access: 'manage:users:userEnables',
    effect: 'write',
    ids: { userIds: 'user' },
    input: z.object({ userIds: someIds, status: statusValue }),
    output: doneOrWaiting,
    codes: ['user.unknown', 'user.super_admin', 'user.last_admin', 'user.self', ...waits],
  }),
  /** Marks agents; no right depends on it, but pickers and menus do (R5.4). */
  setAgent: endpoint({
    path: 'system/user/setAgentFlag',
    access: 'manage:users:userUpdate',
    effect: 'write',
    ids: { userIds: 'user' },
    input: z.object({ userIds: someIds, agentFlag: flag }),
    output: done,
    codes: ['user.unknown', 'user.super_admin'],
  }),
  /** Sets a one-time password and ends the logins (security N12). */
  resetPassword: endpoint({
    path: 'system/user/resetPassword',
    access: 'manage:users:userEnables',
    effect: 'write',
    rate: 'heavy',
    ids: { userIds: 'user' },
    // each one costs a slow hash inside the call
    input: z.object({ userIds: someIds.refine((list) => list.length <= 100), password, currentPassword }),
    output: doneOrWaiting,
    codes: ['user.unknown', 'user.super_admin', 'password.length', 'password.common', ...waits, ...unconfirmed],
  }),
  rename: endpoint({
    path: 'system/user/usernameEdit',
    access: 'manage:users:userUpdate',
    effect: 'write',
    rate: 'heavy',
    ids: { id: 'user' },
    input: z.object({ id, username, password, currentPassword }),
    output: doneOrWaiting,
    codes: [
      'user.unknown',
      'user.username_required',
      'user.username_format',
      'user.username_same',
      'user.username_taken',
      'user.super_admin',
      ...waits,
      'password.length',
      'password.common',
      ...unconfirmed,
    ],
  }),
};
