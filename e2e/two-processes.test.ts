import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#server/testing/process.ts';
import type { RoleType } from '#shared/admin/role-calls.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let second: string;
const api = openApi(() => product);
const brokenJobs = 2;
beforeAll(async () => {
  const port = await freePort();
  process.env['SECOND_PORT'] = String(port);
  process.env['BROKEN_JOBS'] = String(brokenJobs);
  second = `http://127.0.0.1:${port}`;
  product = await openProduct({ entry: 'e2e/fixture-product/two-processes.ts' });
  const isUp = async () => expect((await fetch(`${second}/health`)).ok).toBe(true);
  await vi.waitFor(isUp, { timeout: 60_000, interval: 200 });
});
afterAll(async () => product.close());

const areas = (page: Page) => page.getByRole('navigation', { name: cn['shell.areas'] });
const manage = (page: Page) => button(page, cn['shell.enter_manage']);

/** Opens a page of one of the processes as somebody. */
async function open(person: Person, url: string): Promise<Page> {
  const { page } = await product.open({ fresh: true });
  const answer = await page.request.post(`${url}/api/login`, {
    data: { username: person.username, password: person.password, type: 1 },
  });
  const { access_token, user_id, exp } = (await answer.json()) as Record<string, number | string>;
  const token = JSON.stringify(JSON.stringify({ value: access_token, userId: user_id, expiresAt: Number(exp) * 1000 }));
  const script = await page.addInitScript(`localStorage.setItem('Admin-Token', ${token})`);
  await page.goto(`${url}/person/index`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await script.dispose();
  return page;
}

/** Milliseconds from the answer of a save until what it gives is on the page, which nobody has touched. */
async function shownAfter(save: () => Promise<unknown>, isShown: () => Promise<boolean>): Promise<number> {
  await save();
  const answered = performance.now();
  await expect.poll(isShown, { interval: 10, timeout: 10_000 }).toBe(true);
  return performance.now() - answered;
}

describe('a changed role', () => {
  it('shows in open browsers of both processes within a second of the save, without a reload', async () => {
    const admin = await api.tokenOf('admin', adminPassword);
    const roleOf = async (roleType: RoleType) => {
      const added = await api.call('system/role/add', { roleName: `改动中的角色${roleType}`, roleType }, admin);
      return (added['data'] as { roleId: number }).roleId;
    };
    const [selling, managing] = [await roleOf(2), await roleOf(1)];
    const colleague = await api.hire('变动的人', `${selling},${managing}`);
    const pages = [await open(colleague, product.url), await open(colleague, second)];
    const reloads = pages.map((page) => {
      const seen: string[] = [];
      page.on('framenavigated', (frame) => seen.push(frame.url()));
      return seen;
    });
    const crm = (page: Page) => areas(page).getByRole('link', { name: cn['area.crm'] }).count();
    for (const page of pages) expect(await crm(page)).toBe(0);
    const rights = (id: number, rules: readonly number[]) =>
      api.call('system/role/updateRoleMenu', { id, rules: [...rules], type: 1 }, admin);
    const times: number[] = [];
    for (const page of pages) {
      const given = menuIdsBelow('crm:customer:');
      times.push(
        await shownAfter(
          () => rights(selling, given),
          async () => (await crm(page)) === 1,
        ),
      );
      times.push(
        await shownAfter(
          () => rights(selling, []),
          async () => (await crm(page)) === 0,
        ),
      );
    }
    // and what opens administration
    for (const page of pages) {
      times.push(
        await shownAfter(
          () => rights(managing, menuIdsBelow('manage:users:')),
          async () => (await manage(page).count()) === 1,
        ),
      );
      await rights(managing, []);
      await expect.poll(() => manage(page).count()).toBe(0);
    }
    expect(reloads).toEqual([[], []]);
    console.log(`a changed role shows after ${times.map((time) => Math.round(time)).join(', ')} ms`);
    expect(Math.max(...times)).toBeLessThan(1000);
  });
});

describe('jobs that failed for good', () => {
  it('are repeated or dropped from their page, after a question where something is lost', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/operation/jobs');
    const letters = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /job \d broke/ });
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('heading', { name: cn['operation.dead'], exact: true }).waitFor();
        return letters.count();
      })
      .toBe(brokenJobs);
    expect(await seriousFaults(page)).toEqual([]);
    await button(letters.filter({ hasText: 'job 1 broke' }), cn['operation.repeat']).click();
    await page.getByText(translate('cn', 'operation.repeated', { count: 1 })).waitFor();
    // it works the second time, and does not come back
    await expect.poll(() => letters.allTextContents()).toEqual([expect.stringContaining('job 2 broke')]);

    const last = button(letters.filter({ hasText: 'job 2 broke' }), cn['operation.drop']);
    await last.click();
    await dialog(page).getByText(cn['operation.drop_effect']).waitFor();
    await button(dialog(page), cn['action.cancel']).click();
    expect(await letters.count()).toBe(1);
    await last.click();
    await button(dialog(page), cn['operation.drop']).click();
    await page.getByText(translate('cn', 'operation.dropped', { count: 1 })).waitFor();
    await page.getByText(cn['operation.no_dead']).waitFor();
    await page.reload();
    await page.getByText(cn['operation.no_dead']).waitFor();
    await context.close();
  });
});
