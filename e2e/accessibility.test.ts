import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTurn } from '#server/testing/repetitions.ts';
import { translate } from '#shared/i18n/translate.ts';
import { faultsOfColour, seriousFaults } from './accessibility.ts';
import { entrances, pageAddresses, recordAddresses } from './all-pages.ts';
import type { Scene } from './looks/scene.ts';
import { scenes } from './looks/scenes.ts';
import { pageScenes } from './looks/scenes/pages.ts';
import { settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

const modal = '[role=dialog][aria-modal=true]';
/** What is pictured is tried in so many days: a dialog costs as much as a page. */
const days = 6;

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** In light and dark; the page under a modal dialog is out of reach. */
async function expectNoFaults(page: Page): Promise<void> {
  await settled(page);
  const within = (await page.locator(modal).filter({ visible: true }).count()) > 0 ? modal : undefined;
  const light = await seriousFaults(page, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect({ light, dark: await faultsOfColour(page, within) }).toEqual({ light: [], dark: [] });
}

/** A page in a language of its turn, at a desk and on a phone. */
async function onBoth(path: string, at: number, reach: (page: Page, isPhone: boolean) => Promise<void>): Promise<void> {
  for (const [turn, size] of [desk, phone].entries()) {
    const { context, page } = await product.open({ ...size, language: (at + turn) % 2 === 0 ? 'cn' : 'en' });
    if (!entrances.includes(path)) await product.enter(page);
    await page.goto(product.url + path);
    await reach(page, size === phone);
    await expectNoFaults(page);
    await context.close();
  }
}

describe('assistive technology finds no serious fault in either theme', () => {
  it.each(entrances.map((path, at) => [path, at] as const))('at %s', async (path, at) =>
    onBoth(path, at, async (page) => page.locator('form').waitFor()),
  );

  it.each(pageAddresses.map((path, at) => [path, at] as const))('on %s', async (path, at) =>
    onBoth(path, at, async (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  );

  it.each(recordAddresses.map((path, at) => [path, at] as const))('in a record of %s', async (path, at) =>
    onBoth(path, at, async (page, isPhone) => {
      await page
        .locator(isPhone ? 'main ul button' : 'tbody a:not([href^="tel:"])')
        .first()
        .click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    }),
  );

  it.each(recordAddresses.map((path, at) => [path, at] as const))('in the form of %s', async (path, at) =>
    onBoth(`${path}?create=1`, at, async (page) => page.getByRole('dialog').getByRole('textbox').first().waitFor()),
  );

  const rest = scenes.filter((scene) => !pageScenes.includes(scene)).filter((_, at) => isTurn(at, days));
  it.each(rest.map((scene, at) => [scene.name, scene, at] as const))('in %s', async (_, scene: Scene, at) => {
    const language = at % 2 === 0 ? 'en' : 'cn';
    const { context, page } = await product.open({ language });
    if (scene.who !== 'visitor') await product.enter(page);
    await page.goto(product.url + scene.path);
    await page.locator('h1, form, [role=dialog]').first().waitFor();
    await scene.reach?.({ page, isPhone: false, text: (key, values) => translate(language, key, values) });
    await expectNoFaults(page);
    await context.close();
  });
});

it('every page is pictured', () => {
  const pictured = pageScenes.map(({ path }) => path.split('?')[0]);
  expect(pageAddresses.filter((path) => !pictured.includes(path))).toEqual([]);
});
