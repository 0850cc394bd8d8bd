import { furtherThings } from '#server/modules/testing.ts';
import { goodPassword, nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const inviteExamples: Examples = {
  'system/invite/create': () => ({ body: { deptId: 1, roleIds: [11] } }),
  // an application of its own: the others are asked about the one of the things
  'system/invite/decide': async ({ company }, { owner }) => ({
    body: { applicationIds: [await furtherThings['invite_application']?.(company.db, owner.userId, {})], accept: 1 },
  }),
  'system/invite/apply': () => ({
    body: {
      token: 'A'.repeat(43),
      realname: '来客',
      username: `1590000${String(nextNumber()).padStart(4, '0')}`,
      password: goodPassword,
    },
  }),
};
