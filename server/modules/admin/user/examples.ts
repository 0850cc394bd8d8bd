import { goodPassword, newPerson, nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const userExamples: Examples = {
  'system/user/addUser': () => ({
    body: {
      username: `1570000${String(nextNumber()).padStart(4, '0')}`,
      password: goodPassword,
      realname: '新同事',
      deptId: 1,
      roleIds: [11],
    },
  }),
  'system/user/setUser': async (table) => ({ body: { userId: await newPerson(table), realname: '改名' } }),
  'system/user/setUserStatus': async (table) => ({ body: { userIds: [await newPerson(table)], status: 1 } }),
  'system/user/setUserDept': async (table) => ({ body: { userIds: [await newPerson(table)], deptIds: [1] } }),
  'system/user/setAgentFlag': async (table) => ({ body: { userIds: [await newPerson(table)], agentFlag: 1 } }),
  'system/user/resetPassword': async (table) => ({
    body: { userIds: [await newPerson(table)], password: goodPassword },
  }),
  'system/user/usernameEdit': async (table) => ({
    body: {
      id: await newPerson(table),
      username: `1580000${String(nextNumber()).padStart(4, '0')}`,
      password: goodPassword,
    },
  }),
};
