import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { pageAddresses, recordAddresses } from './all-pages.ts';
import { openApi, type Person } from './api.ts';
import { followAfresh, pageWidth, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

// Every page under a finger, at 390 pixels; what opens over one is in dialogs.test.ts.

const [width, height] = [390, 844];

let product: Product;
let person: Person;
let context: Profile;
let page: Page;
beforeAll(async () => {
  product = await openProduct();
  person = await openApi(() => product).hire('手机管理员', '1');
  ({ context, page } = await product.open({ width, height }));
  await product.enter(page, person);
  await product.visit(page, '/person/index');
});
afterAll(async () => {
  await context.close();
  await product.close();
});

/**
 * Controls of the frame and the page that are too small for a finger: under 44 pixels, less the border of a field. What
 * labels a control is pressed with it; a link in a text is as high as its line (WCAG 2.5.8).
 */
const small = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const controls = 'button, a[href], input:not([type=file]), textarea, [role=tab], [role=switch], [role=combobox]';
    const around = 'label, .ant-tabs-tab, .ant-input-affix-wrapper, .ant-select, .ant-input-number, .ant-picker, .ant-segmented-item, .ant-pagination-item, .ant-tree-treenode, .ant-upload';
    const found = [...document.querySelectorAll('header, main, nav')].flatMap((part) => [...part.querySelectorAll(controls)]);
    return [...new Set(found)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('table'))
      .map((one) => ({ one, hit: one.closest(around) ?? one }))
      .filter(({ one, hit }) => getComputedStyle(hit).display !== 'inline' && !(one !== hit && one.matches('button')))
      .map(({ one, hit }) => ({ one, hit, box: hit.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 42)
      // what is drawn smaller may be hit around itself
      .filter(({ hit }) => {
        hit.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = hit.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return ![y - 20, y + 20].every((at) => hit.contains(document.elementFromPoint(x, at)));
      })
      .map(({ one, box }) => (one.ariaLabel || one.textContent || one.placeholder || one.className).trim().slice(0, 30) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height));
  })()`);

describe('on a phone', () => {
  it.each(someOf(pageAddresses))(
    'every target of %s is large enough, and nothing lies beside the screen',
    async (path) => {
      await followAfresh(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect([path, await small(page), await pageWidth(page)]).toEqual([path, [], width]);
    },
  );

  it.each(someOf(recordAddresses))(
    'the form of %s is the whole screen, its button in reach of the thumb',
    async (path) => {
      await followAfresh(page, `${path}?create=1`);
      const form = page.getByRole('dialog');
      await form.getByRole('textbox').first().waitFor();
      await settled(page);
      const {
        x,
        y: top,
        width: wide,
        height: long,
      } = (await form.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect([path, x, top, wide, long >= height]).toEqual([path, 0, 0, width, true]);
      const save = form.getByRole('button').filter({ visible: true }).last();
      const { y = 0, height: high = 0 } = (await save.boundingBox()) ?? {};
      expect(high).toBeGreaterThanOrEqual(44);
      expect([y > height / 2, y + high <= height]).toEqual([true, true]);
    },
  );
});
