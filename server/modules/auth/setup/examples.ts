import { makePasswordLink } from '#server/platform/session/password-links.ts';
import { goodPassword } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const setupExamples: Examples = {
  // there is an administrator already
  'setup/createAdmin': () => ({ code: 404 }),
  'setup/setPassword': async (table) => {
    const { userId } = await table.hire();
    const token = await makePasswordLink(table.company.db, userId, table.company.people.admin.userId);
    return { body: { token, password: goodPassword } };
  },
};
