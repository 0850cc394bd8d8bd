import { expect, it } from 'vitest';
import { pages } from '#web/modules/pages.ts';
import { allowedPages } from '#web/shell/allowed-pages.ts';
import { manageMessages } from '#shared/i18n/cn-manage.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

const pathsWith = (module: string): string[] => {
  const tree: PermissionTree = {
    oa: {},
    project: {},
    crm: { [module]: { index: true } },
    allAuth: { isAdmin: 0, permissions: [] },
  };
  return allowedPages(pages, tree).map(({ path }) => path);
};
const withNothing = pathsWith('nothing');

it.each([
  ['leads', '/crm/clue'],
  ['customer', '/crm/customer'],
  ['contacts', '/crm/contacts'],
  ['pool', '/crm/seas'],
  ['business', '/crm/business'],
  ['contract', '/crm/contract'],
  ['product', '/crm/product'],
  ['arrear', '/crm/arrearage'],
  ['receipt', '/crm/receipt'],
  ['express', '/crm/send'],
])('the page of %s takes the right to it, which opens no other', (module, path) => {
  expect(pathsWith(module).filter((one) => !withNothing.includes(one))).toEqual([path]);
});

it('the pages of receivables take the right to them, their plans among them', () => {
  expect(pathsWith('receivables').filter((one) => !withNothing.includes(one))).toEqual(['/crm/money', '/crm/plan']);
});

it('each say what they are for, in both languages and in words of their own', () => {
  for (const words of [cn, en]) {
    const texts = pages.map(({ help }) => words[help]);
    // more than their title, less than a manual
    for (const [at, text] of texts.entries()) {
      expect(text.length).toBeGreaterThan(words[pages[at]?.title ?? 'page.todo'].length + 10);
      expect(text.length).toBeLessThan(260);
    }
    expect(new Set(texts).size).toBe(pages.length);
  }
});

it('of administration come with its words, and so do the two others that use some', () => {
  const withWords = pages.filter(({ page }) => 'hasManageWords' in page);
  const ofAdministration = pages.filter(({ area }) => area === 'manage');
  expect(withWords.map(({ path }) => path).toSorted()).toEqual(
    [...ofAdministration.map(({ path }) => path), '/person/api', '/approval/stand-ins'].toSorted(),
  );
  expect(pages.filter(({ help }) => help in manageMessages)).toEqual(ofAdministration);
});
