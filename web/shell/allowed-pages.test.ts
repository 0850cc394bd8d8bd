import { describe, expect, it } from 'vitest';
import { allowedPages, areaOf, entriesOf, firstPageOf, homeOf, offeredPages } from '#web/shell/allowed-pages.ts';
import type { Page } from '#web/modules/page.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

const nothing = () => null;
const page = (path: string, area: Page['area'], needs: Page['needs'], more: Partial<Page> = {}): Page => ({
  path,
  area,
  needs,
  title: 'app.name',
  help: 'help.open',
  icon: nothing,
  page: nothing,
  ...more,
});
const pages = [
  page('/person/index', null, null),
  page('/manager/field/:type', 'manage', ['manage', 'crm', 'field'], { isHidden: true }),
  page('/manager/users', 'manage', ['manage', 'users']),
  page('/crm/message', 'crm', null),
  page('/crm/customer/*', 'crm', ['crm', 'customer']),
  page('/project/my-task', 'project', ['project']),
];
const none: PermissionTree = { oa: {}, project: {}, allAuth: { isAdmin: 0, permissions: [] } };
const seller: PermissionTree = { ...none, crm: { customer: { index: true } } };
const admin: PermissionTree = { ...seller, manage: { users: { read: true }, crm: { field: true } } };
const paths = (tree: PermissionTree) => allowedPages(pages, tree).map(({ path }) => path);

describe('the allowed pages', () => {
  it('follow the permission tree', () => {
    expect(paths(seller)).toEqual(['/person/index', '/crm/message', '/crm/customer/*', '/project/my-task']);
    expect(paths(admin)).toHaveLength(6);
  });

  it('with a key also require the group of their area; those without one are open to everybody, but not listed', () => {
    expect(paths(none)).toEqual(['/person/index', '/crm/message', '/project/my-task']);
    const stray: PermissionTree = { ...none, crm: { contacts: { index: true } } };
    expect(paths(stray)).toEqual(['/person/index', '/crm/message', '/project/my-task']);
    expect(offeredPages(allowedPages(pages, none), none).map(({ path }) => path)).toEqual([
      '/person/index',
      '/project/my-task',
    ]);
    expect(offeredPages(allowedPages(pages, seller), seller)).toHaveLength(4);
  });
});

describe('the first page', () => {
  it('is in the first area in order: crm before administration before projects', () => {
    expect(homeOf(allowedPages(pages, admin))).toBe('/crm/message');
    const clerk: PermissionTree = { ...none, manage: { users: { read: true } } };
    expect(homeOf(offeredPages(allowedPages(pages, clerk), clerk))).toBe('/manager/users');
    expect(homeOf(offeredPages(allowedPages(pages, none), none))).toBe('/project/my-task');
    expect(homeOf([])).toBeUndefined();
  });

  it('has an entry in the sidebar and no parameters', () => {
    expect(firstPageOf(allowedPages(pages, admin), 'manage')).toBe('/manager/users');
    expect(entriesOf(pages, 'manage').map(({ path }) => path)).toEqual(['/manager/users']);
    expect(firstPageOf(pages, 'office')).toBeUndefined();
  });
});

it.each([
  ['/crm/customer/12', 'crm'],
  ['/crm', 'crm'],
  ['/crmx', null],
  ['/manager/users', 'manage'],
  ['/person/index', null],
])('%s is in %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});
