import { describe, expect, it } from 'vitest';
import type { UserRow } from '#shared/admin/user-calls.ts';
import { additionOf, blankPerson, changeOf, differs, valuesOf } from './person-values.ts';

const row = {
  userId: 7,
  username: '13800000007',
  realname: '王芳',
  sex: 2,
  email: 'wang@example.com',
  deptId: 4,
  deptName: '人事部',
  post: '专员',
  parentId: 3,
  parentName: '李雷',
  roleId: '9,11',
} as UserRow;
const before = valuesOf(row);

describe('a person in the form', () => {
  it('is sent whole when new, without spaces around', () => {
    const values = {
      ...blankPerson([{ deptId: 4, name: '人事部' }]),
      username: ' 13800000008 ',
      password: ' kept as it is ',
      realname: ' 张三 ',
      roleIds: [11, 9],
    };
    expect(additionOf(values)).toEqual({
      username: '13800000008',
      password: ' kept as it is ',
      realname: '张三',
      sex: 0,
      email: '',
      deptId: 4,
      post: '',
      parentId: 0,
      roleIds: [9, 11],
    });
  });

  it('sends only changed fields', () => {
    expect(changeOf(7, before, before)).toBeNull();
    expect(changeOf(7, before, { ...before, roleIds: [11, 9], post: '专员 ' })).toBeNull();
    expect(changeOf(7, before, { ...before, superior: [], email: '' })).toEqual({ userId: 7, parentId: 0, email: '' });
    expect(changeOf(7, before, { ...before, roleIds: [9] })).toEqual({ userId: 7, roleIds: [9] });
  });

  it('asks before leaving as soon as anything differs', () => {
    const blank = blankPerson([]);
    expect(differs(blank, { ...blank, realname: ' ' })).toBe(false);
    expect(differs(blank, { ...blank, password: 'x' })).toBe(true);
    expect(differs(before, { ...before, sex: 0 })).toBe(true);
  });
});
