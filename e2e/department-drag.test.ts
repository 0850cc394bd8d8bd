import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(() => product.close());

interface Made {
  readonly id: number;
  readonly name: string;
}
/** A department of a name that no other has; the files of a worker share its company. */
async function add(kind: string, pid: number): Promise<Made> {
  const name = `${kind}${randomInt(1_000_000_000)}`;
  const answer = await api.call('system/dept/addDept', { name, pid }, token);
  return { id: (answer['data'] as { deptId: number }).deptId, name };
}
/** `moved` and `other` stand beside each other, `child` stands below `moved`. */
async function addSome() {
  const moved = await add('迁移部', 1);
  return { moved, other: await add('接收部', 1), child: await add('下级部', moved.id) };
}
async function parentOf({ id }: Made): Promise<number | undefined> {
  const { data } = await api.call('system/dept/queryDeptTree', {}, token);
  return (data as { id: number; pid: number }[]).find((one) => one.id === id)?.pid;
}

const tree = (page: Page) => page.getByRole('navigation', { name: cn['department.title'] });
const line = (page: Page, { name }: Made) => button(tree(page), name);
const below = (page: Page, over: Made, under: Made) =>
  button(
    tree(page)
      .locator('li', { has: button(page, over.name) })
      .last()
      .locator('ul'),
    under.name,
  );
/** The button of the mouse stays down. */
async function carry(page: Page, from: Made, to: Made): Promise<void> {
  await line(page, from).hover();
  await page.mouse.down();
  await line(page, to).hover();
}
/** The addresses of the calls that change a department. */
function changesOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/system/dept/updateDept')) seen.push(request.url());
  });
  return seen;
}

describe('a department in the tree', () => {
  it('is dragged under another one and to the top, stays there, and goes back by undo', async () => {
    const { moved, other } = await addSome();
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await carry(page, moved, other);
    await expect.poll(() => tree(page).locator('[data-over]').allTextContents()).toEqual([other.name]);
    await page.keyboard.press('Escape');
    await expect.poll(() => tree(page).locator('[data-over]').count()).toBe(0);
    await page.mouse.up();
    expect(await parentOf(moved)).toBe(1);

    await carry(page, moved, other);
    await page.mouse.up();
    const said = translate('cn', 'department.moved', { name: moved.name, parent: other.name });
    await page.getByText(said).waitFor();
    await below(page, other, moved).waitFor();
    expect(await parentOf(moved)).toBe(other.id);
    // a drag selects nothing
    expect(new URL(page.url()).searchParams.has('dept')).toBe(false);
    await button(page, cn['record_action.undo']).click();
    await page.getByText(cn['department.moved_back']).waitFor();
    await expect.poll(() => below(page, other, moved).count()).toBe(0);
    expect(await parentOf(moved)).toBe(1);

    await carry(page, moved, other);
    await page.mouse.up();
    await below(page, other, moved).waitFor();
    await page.reload();
    await button(tree(page), translate('cn', 'department.open', { name: other.name })).click();
    await below(page, other, moved).waitFor();
    await line(page, moved).dragTo(button(tree(page), cn['department.all']));
    await page.getByText(translate('cn', 'department.moved_top', { name: moved.name })).waitFor();
    await expect.poll(() => parentOf(moved)).toBe(0);
    await button(page, cn['record_action.undo']).last().click();
    await expect.poll(() => parentOf(moved)).toBe(other.id);
    await context.close();
  });

  it('is refused below what is below it, and nothing changes', async () => {
    const { moved, child } = await addSome();
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await button(tree(page), translate('cn', 'department.open', { name: moved.name })).click();
    await line(page, moved).dragTo(line(page, child));
    await page.getByText(cn['dept.cycle']).waitFor();
    await below(page, moved, child).waitFor();
    expect([await parentOf(moved), await parentOf(child)]).toEqual([1, moved.id]);
    await context.close();
  });

  it('is not dragged by who may not edit departments', async () => {
    const { moved, other } = await addSome();
    const role = await api.call('system/role/add', { roleName: `只看部门${moved.id}`, roleType: 1 }, token);
    const { roleId } = role['data'] as { roleId: number };
    await api.call('system/role/updateRoleMenu', { id: roleId, rules: [166, 167] }, token);
    const { context, page } = await product.open();
    await product.enter(page, await api.hire('看部门的人', String(roleId)));
    await product.visit(page, '/manager/employee-dep');
    const changes = changesOf(page);
    await carry(page, moved, other);
    expect(await tree(page).locator('[data-over], [data-grabbed]').count()).toBe(0);
    await page.mouse.up();
    // the next press is answered, and nothing was sent before it
    await line(page, other).click();
    await page.waitForURL(/dept=\d+/);
    expect(changes).toEqual([]);
    expect(await parentOf(moved)).toBe(1);
    await context.close();
  });

  it('is dragged by a finger that is held, on a phone in English', async () => {
    const { moved, other } = await addSome();
    const { context, page } = await product.open({ width: 390, height: 844, touch: true, language: 'en' });
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await button(page, en['department.title']).tap();
    const panel = dialog(page).getByRole('navigation', { name: en['department.title'] });
    const place = async ({ name }: Made) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await button(panel, name).boundingBox()) ?? {};
      return [{ x: x + width / 2, y: y + height / 2 }];
    };
    await button(panel, other.name).scrollIntoViewIfNeeded();
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    const changes = changesOf(page);
    // one that moves at once scrolls
    await touch('touchStart', await place(moved));
    await touch('touchMove', await place(other));
    await touch('touchEnd', []);
    await button(panel, other.name).scrollIntoViewIfNeeded();

    await touch('touchStart', await place(moved));
    await panel.locator('[data-grabbed]').waitFor();
    expect(changes).toEqual([]);
    await touch('touchMove', await place(other));
    await expect.poll(() => panel.locator('[data-over]').allTextContents()).toEqual([other.name]);
    expect(await pageWidth(page)).toBe(390);
    await touch('touchEnd', []);
    await page.getByText(translate('en', 'department.moved', { name: moved.name, parent: other.name })).waitFor();
    expect(await parentOf(moved)).toBe(other.id);
    await context.close();
  });
});
