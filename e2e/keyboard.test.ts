import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { entrances, pageAddresses } from './all-pages.ts';
import { tourOf, type Tour } from './keyboard.ts';
import type { Scene, Visit } from './looks/scene.ts';
import { scenes } from './looks/scenes.ts';
import { followAfresh, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

let product: Product;
let context: Profile;
let page: Page;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  ({ context, page } = await product.open());
});
afterAll(async () => {
  await context.close();
  await product.close();
});

const text: Visit['text'] = (key, values) => translate('cn', key, values);

/** Every control is reached, one sees where one is, and the keys come round. */
function expectWhole({ stops, missed, isClosed }: Tour): void {
  expect(missed).toEqual([]);
  expect(stops.filter(({ isSeen }) => !isSeen).map(({ html }) => html)).toEqual([]);
  expect(isClosed).toBe(true);
  expect(stops.length).toBeGreaterThan(0);
}

/** And the header, the navigation and the page come once each, in this order. */
async function walk(): Promise<void> {
  await settled(page);
  const tour = await tourOf(page);
  expectWhole(tour);
  const regions = tour.stops.map(({ region }) => region);
  const turns = regions.filter((region, at) => region !== 'body' && region !== regions[at - 1]);
  expect(turns.length - turns.lastIndexOf('main')).toBeLessThanOrEqual(1);
}

/** Large parts of the page with a ring of their own: it is for controls. */
const framed = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body, body *')]
    .filter((one) => one.getBoundingClientRect().width > innerWidth * 0.6 && one.getBoundingClientRect().height > innerHeight * 0.6)
    .filter((one) => getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0)
    .map((one) => one.outerHTML.slice(0, 120))`);

const modal = '[role=dialog][aria-modal=true]';

/** What opens over a page and keeps the focus until it is closed. */
const dialogs = new Set([
  'customer-form',
  'lead-form',
  'contact-form',
  'lead-conversion',
  'opportunity-form',
  'stage-groups',
  'contract-form',
  'receivable-form',
  'flow-form',
  'scene-manager',
  'transfer',
  'edit-field',
  'members',
  'merge',
  'delete',
  'own-acts',
  'recycle-bin',
  'bulk-sheet',
  'import-file',
  'search',
  'keys',
  'figure',
  'staff-form',
  'department-form',
  'password-form',
  'person-form',
]);

const reach = async (scene: Scene) => {
  await followAfresh(page, scene.path);
  await page.locator('h1, [role=dialog]').first().waitFor();
  await scene.reach?.({ page, isPhone: false, text });
  await page.getByRole('dialog').last().waitFor();
  await settled(page);
};

describe('with the keyboard alone, before the login', () => {
  it.each(entrances)('works %s', async (path) => {
    await page.goto(product.url + path);
    await page.locator('form').waitFor();
    await walk();
  });
});

describe('with the keyboard alone', () => {
  beforeAll(async () => {
    await product.enter(page);
    await product.visit(page, '/person/index');
  });

  it.each(someOf(pageAddresses))('works %s', async (path) => {
    await followAfresh(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await framed(page)).toEqual([]);
    await walk();
    expect(await framed(page)).toEqual([]);
  });

  it.each(someOf(scenes.filter(({ name }) => dialogs.has(name))).map((scene) => [scene.name, scene] as const))(
    'works a dialog, which keeps the focus until Escape: %s',
    async (_, scene) => {
      await reach(scene);
      await page.locator(`${modal}:focus, ${modal} :focus`).first().waitFor();
      const tour = await tourOf(page, modal);
      expectWhole(tour);
      expect(tour.stops.filter(({ region }) => region === 'main' || region === 'header')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator(modal).filter({ visible: true }).count()).toBe(0);
    },
  );

  it('works a record beside its list', async () => {
    await reach(scenes.find(({ name }) => name === 'record') ?? scenes[0]!);
    await walk();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('begins with a link past the navigation', async () => {
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(cn['shell.skip']);
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    expect(await framed(page)).toEqual([]);
  });
});
