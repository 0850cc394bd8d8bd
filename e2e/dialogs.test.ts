import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

// What opens over a page, on a phone and by a finger: a new dialog adds a line here, and what stands in a menu is found
// by itself.

const [width, height] = [390, 844];

/** What is tapped: a button, tab or menu item by its message, or a place of the page. */
type Tap = MessageKey | { readonly at: string };
interface Opener {
  readonly path: string;
  readonly taps: readonly Tap[];
  /** The last tap opens a menu: each of its items is tapped in turn, without those that open nothing over the page. */
  readonly itemsWithout?: readonly MessageKey[];
}

const firstCard = { at: 'main li button' };
const moreOfList = { at: `main [aria-label="${cn['list.more']}"]` };
const parameters = '/manager/system-customer/biz-param';

const openers: readonly Opener[] = [
  { path: '/crm/workbench', taps: ['shell.user_menu'] },
  { path: '/crm/workbench', taps: ['mention.open'] },
  { path: '/crm/workbench', taps: ['shell.more'] },
  { path: '/crm/workbench', taps: ['shell.search_hint'] },
  { path: '/crm/workbench', taps: ['duplicates.check'] },
  { path: '/crm/workbench', taps: ['action.create'] },
  { path: '/crm/customer', taps: ['filter.add'] },
  { path: '/crm/customer', taps: ['scene.setup'] },
  { path: '/crm/customer', taps: [moreOfList], itemsWithout: ['recycle.title'] },
  { path: '/crm/customer', taps: [firstCard, 'record_action.transfer'] },
  { path: '/crm/customer', taps: [firstCard, 'action.edit'] },
  { path: '/crm/customer', taps: [firstCard, 'qr.share'] },
  { path: '/crm/customer', taps: [firstCard, 'picker.contacts'] },
  { path: '/crm/customer', taps: [firstCard, 'picker.related'] },
  { path: '/crm/customer', taps: [firstCard, 'moment.other'] },
  { path: '/crm/customer', taps: [firstCard, 'emoji.pick'] },
  { path: '/crm/customer', taps: [firstCard, 'record_action.more'], itemsWithout: [] },
  { path: '/crm/clue', taps: [firstCard, 'record_action.more'], itemsWithout: [] },
  { path: '/crm/seas', taps: [firstCard, 'record_action.more'], itemsWithout: [] },
  ...['/crm/customer', '/crm/clue', '/crm/contacts', '/manager/employee-dep'].map((path): Opener => ({
    path: `${path}?create=1`,
    taps: [],
  })),
  { path: '/manager/employee-dep', taps: ['department.title'] },
  {
    path: '/manager/employee-dep',
    taps: [{ at: 'main li [aria-label$="的更多操作"]' }],
    itemsWithout: ['staff.agent_on'],
  },
  { path: parameters, taps: ['limit.add'] },
];

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

/** The top one of this name, since a dialog stands over what opened it. */
const found = (page: Page, tap: Tap): Locator =>
  typeof tap === 'string'
    ? page
        .getByRole('button', { name: cn[tap] })
        .or(page.getByRole('tab', { name: cn[tap] }))
        .filter({ visible: true })
        .last()
    : page.locator(tap.at).filter({ visible: true }).first();

/** A tap of a finger that lasts no time. */
async function touch(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to tap');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
  await settled(page);
}

async function open(page: Page, { path, taps }: Opener): Promise<void> {
  await product.visit(page, path);
  await settled(page);
  for (const tap of taps) {
    await found(page, tap).waitFor();
    await touch(page, found(page, tap));
  }
}

/** What is open, and what of it a finger cannot reach or somebody cannot read. */
const faultsOf = (page: Page): Promise<{ open: number; faults: string[] }> =>
  page.evaluate(`(() => {
    const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
    const named = (one) => (one.getAttribute('aria-label') || one.textContent || one.className).trim().slice(0, 20);
    const scrolls = (one, way) => {
      for (let at = one; at && at !== document.body; at = at.parentElement) {
        const overflow = getComputedStyle(at)[way === 'x' ? 'overflowX' : 'overflowY'];
        const isLonger = way === 'x' ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight;
        if (isLonger && ['auto', 'scroll'].includes(overflow)) return true;
      }
      return false;
    };
    const kinds = '[role=dialog], .ant-popover, .ant-dropdown, .ant-select-dropdown, .ant-drawer-content-wrapper';
    const layers = [...document.querySelectorAll(kinds)].filter(seen);
    const faults = [];
    for (const layer of layers) {
      const { left, right, top, bottom } = layer.getBoundingClientRect();
      if (left < -0.5 || right > ${width} + 0.5) faults.push('beside the screen: ' + named(layer));
      if ((top < -0.5 || bottom > ${height} + 0.5) && !scrolls(layer, 'y')) faults.push('above or below: ' + named(layer));
      for (const control of [...layer.querySelectorAll('button, input, a, [role=menuitem], [role=gridcell]')].filter(seen)) {
        const box = control.getBoundingClientRect();
        const x = (box.left + box.right) / 2;
        const y = (box.top + box.bottom) / 2;
        if ((x < 0 || x > ${width}) && !scrolls(control, 'x')) faults.push('beside: ' + named(control));
        if ((y < 0 || y > ${height}) && !scrolls(control, 'y')) faults.push('out of reach: ' + named(control));
      }
      for (const labelled of layer.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
          if (/^[A-Z][a-z]+( [a-z]+)*$/.test(labelled.getAttribute(name) || '')) faults.push('in English: ' + labelled.getAttribute(name));
    }
    return { open: layers.length, faults: [...new Set(faults)] };
  })()`);

describe('what opens over a page, on a phone', () => {
  it.each(openers)('stays on the screen: $path $taps', async (opener) => {
    const { context, page } = await product.open({ width, height });
    await product.enter(page);
    await open(page, opener);
    const check = async (what: string) => {
      await expect.poll(async () => [what, (await faultsOf(page)).open > 0]).toEqual([what, true]);
      await settled(page);
      expect([what, (await faultsOf(page)).faults, await pageWidth(page)]).toEqual([what, [], width]);
    };
    await check('itself');
    if (opener.itemsWithout) {
      const items = page.getByRole('menuitem').filter({ visible: true });
      const without: readonly string[] = opener.itemsWithout.map((key) => cn[key]);
      const names = (await items.allTextContents()).filter((name) => !without.includes(name));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        await touch(page, items.filter({ hasText: name }).first());
        await page.getByRole('dialog').last().waitFor();
        await check(name);
        await open(page, opener);
      }
    }
    await context.close();
  });
});
