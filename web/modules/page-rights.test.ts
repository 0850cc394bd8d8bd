import { describe, expect, it } from 'vitest';
import { addressOf } from '#web/modules/page.ts';
import { pages } from '#web/modules/pages.ts';
import { allowedPages } from '#web/shell/allowed-pages.ts';
import { menuRows, type Permission } from '#shared/admin/menus.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

/** What each area, module and key opens, besides what is open to everybody; what is not named opens no page. */
const opens: Readonly<Record<string, readonly string[]>> = {
  'crm:leads': ['/crm/clue'],
  'crm:customer': ['/crm/customer'],
  'crm:contacts': ['/crm/contacts'],
  'crm:pool': ['/crm/seas'],
  'crm:business': ['/crm/business'],
  'crm:contract': ['/crm/contract'],
  'crm:receivables': ['/crm/money', '/crm/plan'],
  'crm:product': ['/crm/product'],
  'crm:receipt': ['/crm/receipt'],
  'crm:express': ['/crm/send'],
  'crm:arrear:index': ['/crm/arrearage'],
  'crm:ledger:freeze': ['/crm/ledger'],
  'crm:ledger:bank': ['/crm/bank'],
  manage: ['/manager/rights-requests'],
  'manage:system:read': ['/manager/systemconfig'],
  'manage:system:update': ['/manager/webhooks', '/manager/programs'],
  'manage:configSet:read': ['/manager/application'],
  'manage:users:read': ['/manager/employee-dep'],
  'manage:permission': ['/manager/role-auth'],
  'manage:oa:examine': ['/manager/system-workbench', '/manager/custom-field/handlefield/oa_examine'],
  'manage:examineFlow:update': ['/manager/system-examine'],
  'manage:audit:read': ['/manager/audit'],
  'manage:operation:read': ['/manager/operation'],
  'manage:work:update': ['/manager/system-project'],
  'manage:crm:field': ['/manager/system-customer/custom-field', '/manager/custom-field/handlefield'],
  'manage:crm:pool': ['/manager/system-customer/customer'],
  'manage:crm:setting': ['/manager/print-templates', '/manager/system-customer/biz-param'],
  'manage:crm:achievement': ['/manager/system-customer/biz-goals'],
  'manage:crm:schedule': ['/manager/system-scheduling'],
  'manage:crm:publicCourseMapAuth': ['/manager/PublicCourseMapSet'],
  'manage:crm:clue': ['/manager/system-clue'],
  'manage:crm:ownerSource': ['/manager/system-customer/owner-source'],
  'manage:crm:ElectronicCardConfig': ['/manager/IdCardManagement'],
  'manage:crm:enterpriseInfo': ['/manager/CorporateMessagingServices'],
  'manage:crm:operate': ['/manager/system-operate'],
  'manage:crm:log': ['/manager/system-log'],
  'manage:crm:SMSBlackListAuth': ['/manager/SMSBlackListSet'],
};

/** As the server tells the browser of a role with these keys alone. */
function treeOf(...permissions: readonly Permission[]): PermissionTree {
  const tree: Record<string, Record<string, Record<string, boolean>>> = { oa: {}, project: {} };
  for (const permission of permissions) {
    const [area = '', module = '', action = ''] = permission.split(':');
    ((tree[area] ??= {})[module] ??= {})[action] = true;
  }
  return { ...tree, allAuth: { isAdmin: 0, permissions: [...permissions] } } as PermissionTree;
}
const pathsWith = (...permissions: readonly Permission[]): string[] =>
  allowedPages(pages, treeOf(...permissions)).map(addressOf);
const toEverybody = new Set(pathsWith());
const permissions = menuRows.flatMap(({ permission }) => (permission === null ? [] : [permission]));

describe('a key alone', () => {
  it.each(permissions)('%s opens its pages and no other', (permission) => {
    const [area = '', module = ''] = permission.split(':');
    const expected = [area, `${area}:${module}`, permission].flatMap((key) => opens[key] ?? []);
    expect(
      pathsWith(permission)
        .filter((path) => !toEverybody.has(path))
        .toSorted(),
    ).toEqual(expected.toSorted());
  });
});

it('every page that takes a right is opened by a key that there is', () => {
  const named = new Set(
    permissions.flatMap((permission) => {
      const [area = '', module = ''] = permission.split(':');
      return [area, `${area}:${module}`, permission];
    }),
  );
  expect(Object.keys(opens).filter((key) => !named.has(key))).toEqual([]);
  const opened = new Set(Object.values(opens).flat());
  expect(pages.map(addressOf).filter((path) => !toEverybody.has(path) && !opened.has(path))).toEqual([]);
});
