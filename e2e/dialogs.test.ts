import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { openedElsewhere, openers } from './dialog-openers.ts';
import { dialogRecords, type RecordName } from './dialog-records.ts';
import { dialogUses, isTitle, type DialogUse } from './dialog-sources.ts';
import { filled, type Opener, type Tap } from './dialog-taps.ts';
import { overPage } from './on-screen.ts';
import { drawn, followAfresh, pageWidth, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';
import { adminPassword } from './server.ts';
import { someFiles } from './some-files.ts';

// What opens over a page, on a phone and by a finger.

const [width, height] = [390, 844];
const home = '/crm/workbench';
const uses = dialogUses();

let product: Product;
const api = openApi(() => product);
let context: Profile;
let page: Page;
let records: Readonly<Record<RecordName, number>>;
let photo: Awaited<ReturnType<typeof someFiles>>['photo'];
beforeAll(async () => {
  product = await openProduct({ alone: true });
  records = await dialogRecords(api, product);
  ({ photo } = await someFiles());
  ({ context, page } = await product.open({ width, height }));
  await product.enter(page);
  await product.visit(page, home);
});
afterAll(async () => {
  await context.close();
  await product.close();
});

/** The top one of this name, since a dialog stands over what opened it. */
const found = (tap: MessageKey | { readonly at: string }): Locator =>
  typeof tap === 'string'
    ? page
        .getByRole('button', { name: cn[tap] })
        .or(page.getByRole('tab', { name: cn[tap] }))
        .filter({ visible: true })
        .last()
    : page.locator(tap.at).filter({ visible: true }).first();

/** A tap of a finger that lasts no time. */
async function touch(target: Locator): Promise<void> {
  // what is drawn anew meanwhile is found again
  await expect
    .poll(() =>
      target.scrollIntoViewIfNeeded({ timeout: 2000 }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  let box = await target.boundingBox();
  // what comes above it moves it, as a reminder does: a finger waits for that
  const isStill = async () => {
    const before = box;
    await drawn(page);
    box = await target.boundingBox();
    return box !== null && JSON.stringify(box) === JSON.stringify(before);
  };
  await expect.poll(isStill).toBe(true);
  if (!box) throw new Error('there is nothing to tap');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
  await settled(page);
}

async function perform(tap: Tap): Promise<void> {
  if (typeof tap === 'object' && 'picture' in tap) return page.locator(tap.picture).last().setInputFiles(photo);
  const target = found(typeof tap === 'object' && 'field' in tap ? { at: tap.field } : tap);
  await target.waitFor({ timeout: 10_000 });
  await touch(target);
  if (typeof tap === 'object' && 'field' in tap) await target.fill(tap.text);
}

async function open({ path, taps }: Opener): Promise<void> {
  await followAfresh(page, filled(path, records));
  for (const tap of taps) await perform(tap);
}

/** The titles of what is open, as they are read out. */
const titlesOpen = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[role=dialog]')]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((one) => one.ariaLabel ?? document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '')`);

const check = async (what: string) => {
  await expect.poll(async () => [what, (await overPage(page)).open > 0]).toEqual([what, true]);
  await settled(page);
  expect([what, (await overPage(page)).faults, await pageWidth(page)]).toEqual([what, [], width]);
};

describe('what opens over a page, on a phone', () => {
  it.each(someOf(openers))('stays on the screen and is hit by a finger: $path $taps', async (opener) => {
    await open(opener);
    const seen: string[] = [];
    /** Which of those that it is meant to open have not been seen. */
    const missed = async () => {
      seen.push(...(await titlesOpen()).map((title) => title.trim()));
      const isSeen = ({ titles }: DialogUse) =>
        titles.length === 0 ? seen.length > 0 : titles.some((key) => seen.some((title) => isTitle(title, key)));
      return uses.filter((use) => opener.opens?.includes(use.at) && !isSeen(use)).map(({ at }) => at);
    };
    if (!opener.itemsWithout) await expect.poll(missed).toEqual([]);
    await check('itself');
    if (opener.itemsWithout) {
      const items = page.getByRole('menuitem').filter({ visible: true });
      const without: readonly string[] = opener.itemsWithout.map((key) => cn[key]);
      const names = (await items.allTextContents()).filter((name) => !without.includes(name));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const before = (await titlesOpen()).length;
        await touch(items.filter({ hasText: name }).first());
        // beside the record, if the menu is that of one; an act that asks nothing says that it is done, which is not
        // what the dialog before said when it was left
        const told = page.locator('.ant-message-notice').filter({ hasNotText: cn['action.cancelled'] });
        const isThere = async () => (await titlesOpen()).length > before || (await told.count()) > 0;
        await expect.poll(async () => [name, await isThere()]).toEqual([name, true]);
        await check(name);
        await missed();
        await open(opener);
      }
      expect([await missed(), seen]).toEqual([[], seen]);
    }
  });

  it('is every dialog of the program, or one with a reason', () => {
    const known = new Map<string, string>([
      ...openers.flatMap(({ path, opens = [] }) => opens.map((at) => [at, path] as const)),
      ...Object.entries(openedElsewhere),
    ]);
    const places = uses.map(({ at }) => at);
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter((at) => !known.has(at))).toEqual([]);
    // and none that is gone
    expect([...known.keys()].filter((at) => !places.includes(at))).toEqual([]);
  });

  it('is hit by a finger too where it is a file, or the rest of many changes', async () => {
    const token = await api.tokenOf('admin', adminPassword);
    const { pdf } = await someFiles();
    const upload = async () => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(pdf.buffer)], { type: pdf.mimeType }), pdf.name);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${product.url}/api/file/upload`, { method: 'POST', headers, body });
      return ((await answer.json()) as { batchId: string }).batchId;
    };
    const files = { scan: await upload(), batchId: await upload() };
    const stamp = Date.now();
    const { customerId } = await api.save('CrmCustomer', { customer_name: `触摸公司${stamp}` }, token);
    const entity = { name: `触摸合同${stamp}`, customer_id: customerId, money: '1', checkStatus: 5, ...files };
    const saved = await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, token);
    const { contractId } = saved['data'] as { contractId: number };
    const again = { contractId, name: `触摸过的合同${stamp}`, money: '2' };
    await api.call('CrmContract/saveAndUpdate', { entity: { ...again, checkStatus: 5 }, field: [] }, token);

    const opener = { path: `/crm/contract?rowId=${contractId}` };
    const file = page.getByRole('button', { name: pdf.name }).first();
    for (const tap of ['detail.information', 'detail.files', 'action.edit'] as const) {
      await open({ ...opener, taps: [tap] });
      await expect.poll(async () => [tap, await file.isVisible()]).toEqual([tap, true]);
      await check(tap);
    }
    await open({ ...opener, taps: ['detail.follow_ups'] });
    await page.getByRole('button', { name: /^等 \d+ 项$/ }).waitFor();
    await check('changes');
  });
});
