import { goodPassword, picture } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const personExamples: Examples = {
  'user/info': () => ({ body: {} }),
  'system/user/detail': ({ company }) => ({ body: { userId: company.people.seller.userId } }),
  'system/user/updateUser': async (table) => {
    const { username, realname, token } = await table.hire();
    return { body: { username, realname, sex: 1 }, token };
  },
  'system/user/updatePassword': async (table) => {
    const person = await table.hire();
    return { body: { oldPwd: person.password, newPwd: goodPassword }, token: person.token };
  },
  'system/user/updateImg': async () => ({ body: {}, file: await picture() }),
};
