import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTurn, seed, someOf } from '#server/testing/repetitions.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { entrances, pageAddresses, recordAddresses } from './all-pages.ts';
import { fillCompany, managerLogin } from './looks/company.ts';
import type { Scene } from './looks/scene.ts';
import { scenes } from './looks/scenes.ts';
import { pageScenes } from './looks/scenes/pages.ts';
import { followAfresh, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

// Half of the pages are examined each time, the other half the next day; their look goes round: every width with every theme.

/** What is only pictured is tried in so many days: a dialog costs as much as a page. */
const days = 6;
const language = Math.floor(seed / 2) % 2 === 0 ? 'cn' : 'en';
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
type Size = keyof typeof sizes;

let product: Product;
const visitors = new Map<string, Promise<{ context: Profile; page: Page }>>();
beforeAll(async () => {
  // the company of the pictures has all that is examined
  product = await openProduct({ alone: true });
  await fillCompany(product.url);
});
afterAll(async () => {
  for (const visitor of visitors.values()) await (await visitor).context.close();
  await product.close();
});

async function open(size: Size, who: Scene['who']): Promise<{ context: Profile; page: Page }> {
  const visitor = await product.open({ ...sizes[size], language });
  await product.enter(visitor.page, who === 'manager' ? managerLogin : undefined);
  await product.visit(visitor.page, '/person/index');
  return visitor;
}

/** The page of somebody in the look of this day. */
async function inTheLookOf(at: number, size: Size, who: Scene['who'] = 'admin'): Promise<Page> {
  const key = `${size} ${who}`;
  const visitor = visitors.get(key) ?? open(size, who);
  visitors.set(key, visitor);
  const { page } = await visitor;
  const isDark = Math.floor((at + seed) / 8) % 2 === 1;
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
  return page;
}

const sizeOf = (at: number): Size => (Math.floor((at + seed) / 4) % 2 === 0 ? 'desk' : 'phone');

const modal = '[role=dialog][aria-modal=true]';

/** The page under a modal dialog is out of reach. */
async function expectNoFaults(page: Page, part?: string): Promise<void> {
  await settled(page);
  const isModal = (await page.locator(modal).filter({ visible: true }).count()) > 0;
  expect(await seriousFaults(page, isModal ? modal : part)).toEqual([]);
}

const numbered = <T>(list: readonly T[]) => list.map((one, at) => [one, at] as const);

describe('assistive technology finds no serious fault', () => {
  it.each(numbered(entrances))('at %s', async (path, at) => {
    const { context, page } = await product.open({ language, dark: (at + seed) % 2 === 0, width: 390 });
    await page.goto(product.url + path);
    await page.locator('form').waitFor();
    await expectNoFaults(page);
    await context.close();
  });

  it.each(someOf(numbered(pageAddresses)))('on %s', async (path, at) => {
    const page = await inTheLookOf(at, sizeOf(at));
    await followAfresh(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoFaults(page);
  });

  it.each(someOf(numbered(recordAddresses)))('in a record of %s and its form', async (path, at) => {
    const page = await inTheLookOf(at, sizeOf(at));
    await followAfresh(page, path);
    const first = sizeOf(at) === 'phone' ? 'main ul button' : 'tbody a:not([href^="tel:"])';
    await page.locator(first).first().click();
    await page.getByRole('dialog').getByRole('tab').first().waitFor();
    await expectNoFaults(page, '[role=dialog]');
    await followAfresh(page, `${path}?create=1`);
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await expectNoFaults(page);
  });

  const rest = scenes
    .filter((scene) => !pageScenes.includes(scene) && scene.who !== 'visitor')
    .filter((_, at) => isTurn(at, days));
  it.each(numbered(rest).map(([scene, at]) => [scene.name, scene, at] as const))(
    'in %s',
    async (_, scene: Scene, at) => {
      const isPhone = scene.share === 'phone';
      const page = await inTheLookOf(at, isPhone ? 'phone' : 'desk', scene.who);
      await followAfresh(page, scene.path);
      await page.locator('h1, form, [role=dialog]').first().waitFor();
      await scene.reach?.({ page, isPhone, text: (key, values) => translate(language, key, values) });
      await expectNoFaults(page);
    },
  );
});

it('every page is pictured', () => {
  const pictured = pageScenes.map(({ path }) => path.split('?')[0]);
  // a page of sections is pictured by one of them
  const isPictured = (path: string) => pictured.some((one) => one === path || one?.startsWith(`${path}/`));
  expect(pageAddresses.filter((path) => !isPictured(path))).toEqual([]);
});
