import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { userCalls, UserRow } from '#shared/admin/user-calls.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';

/** The values of a person's form. */
export interface PersonValues {
  readonly username: string;
  /** For a new person. */
  readonly password: string;
  readonly realname: string;
  readonly sex: number;
  readonly email: string;
  readonly dept: readonly DepartmentChoice[];
  readonly post: string;
  readonly superior: readonly UserChoice[];
  readonly roleIds: readonly number[];
}

export const blankPerson = (dept: readonly DepartmentChoice[]): PersonValues => ({
  username: '',
  password: '',
  realname: '',
  sex: 0,
  email: '',
  dept,
  post: '',
  superior: [],
  roleIds: [],
});

export const valuesOf = (person: UserRow): PersonValues => ({
  username: person.username,
  password: '',
  realname: person.realname,
  sex: person.sex,
  email: person.email,
  dept: [{ deptId: person.deptId, name: person.deptName }],
  post: person.post,
  superior: person.parentId === 0 ? [] : [{ userId: person.parentId, realname: person.parentName }],
  roleIds: person.roleId === '' ? [] : person.roleId.split(',').map(Number),
});

const sent = ({ realname, sex, email, dept, post, superior, roleIds }: PersonValues) => ({
  realname: realname.trim(),
  sex,
  email: email.trim(),
  deptId: dept[0]?.deptId ?? 0,
  post: post.trim(),
  parentId: superior[0]?.userId ?? 0,
  roleIds: [...roleIds].toSorted((left, right) => left - right),
});

export const additionOf = (values: PersonValues): InputOf<typeof userCalls.add> => ({
  ...sent(values),
  username: values.username.trim(),
  password: values.password,
});

/** Only changed fields, so that concurrent changes of others are kept (security C10). Null without changes. */
export function changeOf(
  userId: number,
  before: PersonValues,
  after: PersonValues,
): InputOf<typeof userCalls.set> | null {
  const old: Record<string, unknown> = sent(before);
  const different = Object.entries(sent(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key]),
  );
  return different.length === 0 ? null : { userId, ...Object.fromEntries(different) };
}

/** Whether somebody is in another department, or under somebody else. */
export function isMoved(before: PersonValues, after: PersonValues): boolean {
  const [old, now] = [sent(before), sent(after)];
  return old.deptId !== now.deptId || old.parentId !== now.parentId;
}

/** Whether leaving the form would lose input. */
export const differs = (before: PersonValues, after: PersonValues): boolean =>
  JSON.stringify(additionOf(before)) !== JSON.stringify(additionOf(after));
