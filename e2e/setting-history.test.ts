import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '#server/registrations.ts';
import { settingKinds } from '#server/platform/setting-changes/setting-kind.ts';
import { cn } from '#shared/i18n/cn.ts';
import { openApi } from './api.ts';
import { settings } from './all-pages.ts';
import { button, dialog, followAfresh } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const withHistory = settings.flatMap(({ path, changes }) =>
  typeof changes === 'string' ? [] : [{ path, kinds: changes }],
);
/** Why a place keeps none, and how many there are: a new one has to be thought of. */
const without = { shows: 5, acts: 9, versions: 2, secrets: 1 };
/** Shown in the designer of forms, whose versions have an undo of their own. */
const within = ['unique_rules'];

/** The kinds that the history of the page asks about, once it is open. */
async function kindsShown(page: Page): Promise<readonly string[]> {
  const isAsked = (request: Request) => request.url().includes('system/setting/queryChangeList');
  const [request] = await Promise.all([page.waitForRequest(isAsked), button(page, cn['setting.changes']).click()]);
  const { kinds } = request.postDataJSON() as { kinds: string | readonly string[] };
  return typeof kinds === 'string' ? kinds.split(',') : kinds;
}

/** Takes back the newest change of the open history. */
async function takeBack(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: cn['setting.changes'] })
    .getByRole('button', { name: /^撤销/ })
    .first()
    .click();
  await button(page.getByRole('dialog', { name: cn['setting.take_back_question'] }), cn['action.ok']).click();
}

describe('every place where something is set', () => {
  it('says whether it keeps what is changed there, and no kind of settings is shown nowhere', () => {
    const reasons = Object.groupBy(
      settings.flatMap(({ changes }) => (typeof changes === 'string' ? [changes] : [])),
      (reason) => reason,
    );
    expect(Object.fromEntries(Object.entries(reasons).map(([reason, all]) => [reason, all?.length]))).toEqual(without);
    const shown = new Set([...withHistory.flatMap(({ kinds }) => kinds), ...within]);
    const known = settingKinds().map(({ name }) => name);
    expect(known.filter((name) => !shown.has(name))).toEqual([]);
    expect([...shown].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('opens the history of all that is changed there', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/systemconfig');
    const missing: string[] = [];
    for (const { path, kinds } of withHistory) {
      await followAfresh(page, path);
      const shown = await kindsShown(page);
      missing.push(...kinds.filter((kind) => !shown.includes(kind)).map((kind) => `${path}: ${kind}`));
      await page.keyboard.press('Escape');
    }
    expect(missing).toEqual([]);
    expect(withHistory.length).toBeGreaterThan(30);
    await context.close();
  }, 180_000);
});

describe('the history of changes', () => {
  it('of people takes back from the page who was moved where, and says what that was', async () => {
    const colleague = await api.hire('变动同事', '11');
    const { context, page } = await product.open();
    await product.enter(page);
    const admin = await api.tokenOf('admin', adminPassword);
    const staff = async () => {
      const all = (await api.call('system/user/queryUserList', { pageType: 0 }, admin))['data'] as {
        userId: number;
        username: string;
        post: string;
      }[];
      return all.find(({ username }) => username === colleague.username);
    };
    await api.call('system/user/setUser', { userId: (await staff())?.userId, post: '新岗位' }, admin);
    await product.visit(page, '/manager/employee-dep');
    await kindsShown(page);
    const change = dialog(page).getByRole('listitem').first();
    await change.getByText(`变动同事 · ${cn['person.post']}`).waitFor();
    expect(await change.locator('ins').allTextContents()).toEqual(['新岗位']);
    await takeBack(page);
    await page.getByText(cn['setting.taken_back']).waitFor();
    expect((await staff())?.post).toBe('');
    await context.close();
  });

  it('of the working calendar is that of its part, and takes a day back', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-examine?part=calendar');
    const month = page.getByRole('group').filter({ has: page.getByRole('button', { name: /^15 / }) });
    const day = month.getByRole('button', { name: /^15 / });
    const before = await day.getAttribute('data-working');
    await day.click();
    const turned = before === 'true' ? 'false' : 'true';
    await expect.poll(() => day.getAttribute('data-working')).toBe(turned);
    expect(await kindsShown(page)).toEqual(['company_calendar']);
    await takeBack(page);
    await expect.poll(() => day.getAttribute('data-working')).toBe(before);
    await context.close();
  });
});
