import { expect, it } from 'vitest';
import { can, grants } from '#web/lib/session/permissions.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

const tree: PermissionTree = {
  crm: { customer: { index: true, save: true } },
  oa: {},
  project: {},
  allAuth: { isAdmin: 0, permissions: [] },
};

it.each([
  [['oa'], true],
  [['crm'], true],
  [['bi'], false],
  [['crm', 'customer'], true],
  [['crm', 'leads'], false],
  [['crm', 'customer', 'index'], true],
  [['crm', 'customer', 'delete'], false],
  [['crm', 'toString'], false],
] as const)('%j is granted: %s', (path, isGranted) => {
  expect(grants(tree, path)).toBe(isGranted);
});

it('knows single permissions', () => {
  expect(can(tree, 'crm:customer:save')).toBe(true);
  expect(can(tree, 'crm:customer:delete')).toBe(false);
});
