import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { inEnglish, pageWidth } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

/** The role of a salesperson and nothing else. */

let product: Product;
let seller: Person;
beforeAll(async () => {
  product = await openProduct();
  seller = await openApi(() => product).hire('冯小店', '11');
});
afterAll(async () => product.close());

type Tree = Record<string, Record<string, Record<string, true>> | object>;
const oneGroup = (tree: Tree): Tree => ({
  oa: {},
  project: {},
  ...tree,
  allAuth: { isAdmin: 0, permissions: flat(tree) },
});
const flat = (tree: Tree): string[] =>
  Object.entries(tree).flatMap(([area, modules]) =>
    Object.entries(modules as Record<string, Record<string, true>>).flatMap(([module, actions]) =>
      Object.keys(actions).map((action) => `${area}:${module}:${action}`),
    ),
  );
const answerWith = (page: Page, path: string, body: object, status = 200) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ status, json: body }));
const withTree = (page: Page, tree: Tree) => answerWith(page, 'system/role/auth', { code: 0, data: oneGroup(tree) });
/** Comes when all else is there: until then the page knows the rights of the visit before. */
const withLateTree = async (page: Page, tree: Tree) => {
  const person = page.waitForResponse('**/api/system/user/queryLoginUser').catch(() => null);
  await page.route('**/api/system/role/auth', async (route) => {
    await person;
    await page.waitForTimeout(200);
    await route.fulfill({ json: { code: 0, data: oneGroup(tree) } });
  });
};
const openCustomers = async (page: Page) => {
  await product.enter(page);
  await page.goto(`${product.url}/crm/customer`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const userMenu = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`${cn['shell.user_menu']}|${en['shell.user_menu']}`) });

/** Names of everything that this browser keeps for the site. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `(async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await indexedDB.databases()).map(({ name }) => name), ...(await caches.keys())])()`,
  );

describe('the header', () => {
  it('has the personal centre, the version, and asks before it logs out', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    let logouts = 0;
    page.on('request', (request) => void (request.url().endsWith('/logout') && (logouts += 1)));
    await userMenu(page).click();
    await page.getByText('V9.2.2.191129').waitFor();
    await page.getByRole('menuitem', { name: cn['shell.person'] }).click();
    await page.waitForURL(/\/person\/index/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: cn['shell.logout'] }).click();
    await page.getByText(cn['shell.logout_confirm']).waitFor();
    expect(logouts).toBe(0);
    // also what others have put there; only the taste of this browser's user stays
    await page.evaluate(
      `localStorage.setItem('extra', '1'), sessionStorage.setItem('draft.x', '1'), new Promise((done) => (indexedDB.open('extra').onsuccess = (event) => { event.target.result.close(); done(); }))`,
    );
    expect(await kept(page)).toEqual(expect.arrayContaining(['Admin-Token', 'authList', 'draft.x', 'extra']));
    const answer = page.waitForResponse((response) => response.url().endsWith('/logout'));
    await page.getByRole('button', { name: cn['shell.logout'], exact: true }).click();
    expect((await (await answer).allHeaders())['clear-site-data']).toBe('"cookies", "storage"');
    await page.waitForURL(/\/login/);
    await page.locator('button[type="submit"]').waitFor();
    expect(logouts).toBe(1);
    expect(await kept(page)).toEqual(['preferences']);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('leads home to the platform that is set up, with the name that is set up or our own', async () => {
    const { context, page } = await product.open();
    const config = { code: 0, data: { name: '', logo: '', platformHome: 'https://platform.example.cn/home' } };
    await answerWith(page, 'sysConfig/querySysConfig', config);
    await openCustomers(page);
    const brand = page.locator('header a').first();
    expect(await brand.getAttribute('href')).toBe('https://platform.example.cn/home');
    expect((await brand.textContent())?.trim()).toBe(cn['app.name']);
    await page.unrouteAll();
    await page.reload();
    await page.locator('header a[href="/"]').first().waitFor();
    await context.close();
  });

  it('shows the areas that somebody may enter, and no other', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    for (const [tree, shown, mayManage] of [
      [{ crm: { customer: { index: true } } }, [cn['area.crm']], false],
      [{ bi: { customer: { read: true } } }, [], false],
      [{ oa: { journal: { index: true } } }, [], false],
      [{ project: { projectManage: { save: true } } }, [], false],
      [{ crm: { customer: { index: true } }, manage: { users: { read: true } } }, [cn['area.crm']], true],
    ] as [Tree, string[], boolean][]) {
      await page.unrouteAll();
      await withTree(page, tree);
      await page.goto(`${product.url}/person/index`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(
        await page.getByRole('navigation', { name: cn['shell.areas'] }).getByRole('link').allTextContents(),
      ).toEqual(shown);
      await userMenu(page).click();
      await page.getByRole('menuitem', { name: cn['shell.logout'] }).waitFor();
      await expect
        .poll(() => page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).count())
        .toBe(mayManage ? 1 : 0);
    }
    await context.close();
  });

  it('creates quickly what somebody may create', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await withTree(page, { crm: { customer: { index: true, save: true } } });
    await page.reload();
    await page.getByRole('button', { name: cn['action.create'], exact: true }).click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual([cn['crm_customer']]);
    await page.getByRole('menuitem', { name: cn['crm_customer'] }).click();
    await page.getByRole('dialog').getByLabel(cn['crm_customer.customer_name']).waitFor();
    await page.unrouteAll();
    await withTree(page, { crm: { customer: { index: true } } });
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    expect(await page.getByRole('button', { name: cn['action.create'], exact: true }).count()).toBe(0);
    await context.close();
  });

  it('changes every label with the language, and keeps it', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await inEnglish(page);
    await page.getByRole('heading', { name: en['crm_customer.list'] }).waitFor();
    const records = ['customer', 'clue', 'contacts'].flatMap((noun) => [`/crm/${noun}`, `/crm/${noun}?create=1`]);
    const pages = ['/crm/workbench', '/crm/message', ...records, '/person/index', '/nowhere', '/manager/employee-dep'];
    for (const path of pages) {
      await page.goto(product.url + path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(500);
      expect([path, await chineseLabels(page)]).toEqual([path, []]);
    }
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('table').first().waitFor();
    for (const name of ['shell.user_menu', 'shell.theme', 'action.create', 'filter.add', 'columns.title'] as const) {
      await page.getByRole('button', { name: en[name] }).first().click();
      await page.waitForTimeout(400);
      expect([name, await chineseLabels(page)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await page.locator('h1').click();
    }
    await page.getByRole('button', { name: en['list.import'] }).click();
    await page.getByRole('dialog').getByRole('button').first().waitFor();
    expect(['import', await chineseLabels(page)]).toEqual(['import', []]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /公司/ }).first().click();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await page.waitForTimeout(300);
      expect(await chineseLabels(page)).toEqual([]);
    }
    await page.evaluate(`localStorage.removeItem('Admin-Token')`);
    await page.goto(`${product.url}/login`);
    await page.locator('button[type="submit"]').click();
    await page.getByText(en['login.password_empty']).waitFor();
    expect(['login', await chineseLabels(page)]).toEqual(['login', []]);
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
    await context.close();
  });
});

describe('the pages', () => {
  it('begin with the login, and lead to the first one that is allowed', async () => {
    const { context, page } = await product.open();
    await page.goto(`${product.url}/crm/customer`);
    await page.waitForURL(/\/login\?/);
    await logIn(page, product.url);
    await page.waitForURL(/\/crm\/workbench/);
    for (const [tree, path] of [
      [{ crm: { customer: { index: true } } }, /\/crm\/workbench/],
      [{ manage: { users: { read: true } } }, /\/manager\/employee-dep/],
      // not even the dashboard, which takes the area alone
      [{ oa: { book: { read: true } } }, /\/$/],
      [{}, /\/$/],
      [{ crm: { customer: { index: true } }, manage: { users: { read: true } } }, /\/crm\/workbench/],
    ] as [Tree, RegExp][]) {
      await page.unrouteAll();
      await withLateTree(page, tree);
      await page.goto(`${product.url}/`);
      await page.waitForURL(path);
      if (path.source === '\\/$') await page.getByText(cn['session.nothing_allowed']).waitFor();
    }
    await context.close();
  });

  it('are the ones that the permission tree reaches, however it was kept', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    // nothing, the group alone (index 0), the module (index 1), and deeper
    for (const [path, tree, isOpen] of [
      ['/crm/customer', {}, false],
      ['/crm/customer', { crm: { leads: { index: true } } }, false],
      ['/crm/customer', { crm: { customer: { index: true } } }, true],
      ['/manager/employee-dep', { manage: { users: { save: true } } }, false],
      ['/manager/employee-dep', { manage: { users: { read: true } } }, true],
      ['/person/index', {}, true],
    ] as [string, Tree, boolean][]) {
      await page.unrouteAll();
      await withLateTree(page, tree);
      await page.goto(product.url + path);
      // kept as the server sent it last, whatever was kept before
      const stored = async () =>
        (JSON.parse(await page.evaluate<string>(`localStorage.getItem('authList')`)) as { tree: Tree }).tree;
      await expect.poll(stored).toEqual(oneGroup(tree));
      await (isOpen ? page.getByRole('banner').waitFor() : page.waitForURL(/\/404/));
      expect(new URL(page.url()).pathname).toBe(isOpen ? path : '/404');
    }
    await context.close();
  });

  it('gain nothing from a permission tree that was edited in the browser', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    await page.evaluate(
      `(() => { const hint = JSON.parse(localStorage.getItem('authList')); hint.tree.manage = { users: { read: true, deptSave: true } }; localStorage.setItem('authList', JSON.stringify(hint)); })()`,
    );
    // as long as the server's own answer is on its way, the edited tree is drawn
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.route('**/api/system/role/auth', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${product.url}/manager/employee-dep`);
    await page.getByRole('button', { name: cn['department.new'] }).click();
    await page.getByRole('dialog').getByLabel(cn['department.name']).fill('自封的部门');
    await page.getByRole('dialog').getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['access.denied']).first().waitFor();
    expect(await page.getByText(cn['department.added']).count()).toBe(0);
    release();
    await page.waitForURL(/\/404/);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: cn['shell.logout'] }).waitFor();
    expect(await page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).count()).toBe(0);
    expect(await page.evaluate<string>(`localStorage.getItem('authList')`)).not.toContain('deptSave');
    await context.close();
  });

  it('turn an unknown address into 404', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await page.goto(`${product.url}/nowhere`);
    await page.waitForURL(/\/404/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${product.url}/login`);
    await page.waitForURL(/\/crm\/workbench|\/login/);
    await context.close();
  });

  it('ask again for a part of the program that did not come', async () => {
    const { context, page } = await product.open();
    let refused = 0;
    await page.route(/customer-page.*\.js$/, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    expect(refused).toBeGreaterThan(1);
    await context.close();
  });

  it('have a sidebar that becomes narrow and stays so', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    const sidebar = page.getByRole('navigation', { name: cn['shell.pages'] });
    const wide = (await sidebar.boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: cn['shell.collapse'] }).click();
    await page.waitForTimeout(400);
    expect((await sidebar.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
    await page.reload();
    await page.getByRole('button', { name: cn['shell.expand'] }).waitFor();
    await context.close();
  });

  it('show a form 760 pixels wide', async () => {
    const { context, page } = await product.open();
    await openCustomers(page);
    await page.goto(`${product.url}/crm/customer?create=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel(cn['crm_customer.customer_name']).waitFor();
    await page.waitForTimeout(500);
    expect(Math.round((await form.boundingBox())?.width ?? 0)).toBe(760);
    await context.close();
  });

  for (const dark of [false, true]) {
    for (const language of ['cn', 'en'] as const) {
      it(`have no serious accessibility fault, ${dark ? 'dark' : 'light'}, ${language}`, async () => {
        const { context, page } = await product.open({ dark });
        const words = language === 'cn' ? cn : en;
        await page.goto(`${product.url}/login`);
        if (language === 'en') await inEnglish(page);
        await page.locator('button[type="submit"]').waitFor();
        expect(['login', await seriousFaults(page)]).toEqual(['login', []]);
        await product.enter(page);
        await page.goto(`${product.url}/crm/customer`);
        await page.getByRole('table').first().waitFor();
        expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
        await page.locator('tbody a').first().click();
        await page.getByRole('tab').first().waitFor();
        expect(['drawer', await seriousFaults(page)]).toEqual(['drawer', []]);
        await page.goto(`${product.url}/crm/customer?create=1`);
        await page.getByRole('dialog').getByLabel(words['crm_customer.website']).waitFor();
        expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
        await page.goto(`${product.url}/person/index`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(['person', await seriousFaults(page)]).toEqual(['person', []]);
        await context.close();
      });
    }
  }

  it('work on a phone without scrolling sideways', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await page.goto(`${product.url}/login`);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await product.enter(page);
    await page.goto(`${product.url}/crm/customer`);
    await page.locator('main ul button, section ul button').first().waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox').fill('有限');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/search=/);
    await page.locator('main ul button, section ul button').first().click();
    await page.getByRole('tab').first().waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    // a page of its own, with everything in reach
    const sheet = page.getByRole('dialog');
    await page.waitForTimeout(500);
    expect((await sheet.boundingBox())?.width).toBe(390);
    for (const button of await sheet.getByRole('button').all())
      if (await button.isVisible()) expect(await right(button)).toBeLessThanOrEqual(390);
    await sheet.getByRole('textbox', { name: cn['detail.write_follow_up'] }).fill('电话里谈好了价格。');
    await sheet.getByRole('button', { name: cn['detail.publish'] }).click();
    await sheet.getByRole('listitem').getByText('电话里谈好了价格。').waitFor();
    await page.goto(`${product.url}/crm/customer?create=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel(cn['crm_customer.customer_name']).fill('手机上新建的公司');
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    const save = form.getByRole('button', { name: cn['action.save'], exact: true });
    expect(await right(save)).toBeLessThanOrEqual(390);
    const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    await save.click();
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });
});

const right = async (button: Locator): Promise<number> => {
  const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
  return x + width;
};

/** Chinese words outside what people wrote: on buttons, labels, headings, tabs and in hints. */
const chineseLabels = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const chinese = /[\\u4e00-\\u9fff]/;
    const found = [];
    const isData = (element) => element.closest('td, [data-user-text], [class*=value], li:not([role=menuitem]), [class*=person], [class*=brand], option, [role=option], [role=treeitem], [role=tree], [class*=select-selection], [class*=select-content], dd') !== null;
    for (const element of document.querySelectorAll('button, label, h1, h2, h3, [role=tab], th, legend, dt, [role=menuitem]'))
      if (!isData(element) && chinese.test((element.textContent ?? '').replace('中/En', ''))) found.push(element.tagName + ' ' + element.textContent.trim().slice(0, 60));
    for (const element of document.querySelectorAll('[placeholder], [aria-label], [title]'))
      for (const name of ['placeholder', 'aria-label', 'title']) {
        const text = element.getAttribute(name) ?? '';
        if (!isData(element) && chinese.test(text.replace('中/En', ''))) found.push(name + ' ' + text.slice(0, 60));
      }
    return found;
  })()`);
