import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#server/testing/repetitions.ts';
import { isTurn } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { pageAddresses, recordAddresses } from './all-pages.ts';
import { overPage } from './on-screen.ts';
import { followAfresh, pageWidth, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';
import { adminPassword } from './server.ts';
import { someFiles } from './some-files.ts';

// What opens over a page, on a phone and by a finger. A new record type is in it by its declaration, and so is what stands in
// a menu; another new dialog adds a line here. What all record types have from the same program is tried of some of them each
// time, and of all within so many days.

const [width, height] = [390, 844];
const days = 4;

/** What is tapped: a button, tab or menu item by its message, or a place of the page. */
type Tap = MessageKey | { readonly at: string };
interface Opener {
  readonly path: string;
  readonly taps: readonly Tap[];
  /** The last tap opens a menu: each of its items is tapped in turn, without those that open nothing over the page. */
  readonly itemsWithout?: readonly MessageKey[];
}

const firstCard = { at: 'main ul button' };
const moreOfList = { at: `button[aria-label="${cn['list.more']}"]` };
const customer = { path: '/crm/customer' };
const composer = [firstCard, 'cell.follow_up'] as const;
const invites = { at: `[role="menuitem"]:has-text("${cn['invite.entry']}")` };
const staff = { path: '/manager/employee-dep' };
const home = { path: '/crm/workbench' };

const openers: readonly Opener[] = [
  ...pageAddresses.map((path) => ({ path, taps: ['help.open'] as const })),
  ...recordAddresses.flatMap((path): Opener[] => [
    { path: `${path}?create=1`, taps: [] },
    { path, taps: [firstCard] },
    { path, taps: [firstCard, 'action.edit'] },
  ]),
  ...recordAddresses
    .filter((_, at) => isTurn(at, days))
    .flatMap((path): Opener[] => [
      { path, taps: ['filter.add'] },
      { path, taps: [moreOfList], itemsWithout: [] },
      { path, taps: [firstCard, 'qr.share'] },
      { path, taps: [firstCard, 'record_action.more'], itemsWithout: ['print.start'] },
    ]),
  { ...home, taps: ['message.open'] },
  { ...home, taps: ['shell.more'] },
  { ...home, taps: ['shell.search_hint'] },
  { ...home, taps: ['action.create'] },
  { ...home, taps: ['shell.more', 'duplicates.check'] },
  { ...home, taps: ['workbench.new.crm_customer'] },
  { ...customer, taps: ['scene.setup'] },
  { ...customer, taps: composer },
  { ...customer, taps: [...composer, 'moment.other'] },
  { ...customer, taps: [...composer, 'emoji.pick'] },
  { ...customer, taps: [...composer, 'picker.contacts'] },
  { ...customer, taps: [...composer, 'picker.related'] },
  { path: '/crm/seas', taps: [firstCard] },
  { path: '/crm/seas', taps: [firstCard, 'record_action.more'], itemsWithout: ['print.start'] },
  { path: `${staff.path}?create=1`, taps: [] },
  { ...staff, taps: ['staff.new'] },
  { ...staff, taps: ['department.title'] },
  { ...staff, taps: ['staff_sheet.more_acts'], itemsWithout: ['staff_sheet.export'] },
  { ...staff, taps: ['staff_sheet.more_acts', invites, 'invite.make'] },
  {
    ...staff,
    taps: [{ at: 'main li [aria-label$="的更多操作"]' }],
    itemsWithout: ['staff.agent_on', 'viewing.as_person'],
  },
  { path: '/manager/system-examine', taps: ['flow.new'] },
  { path: '/manager/system-examine', taps: ['flow.trial'] },
  { path: '/manager/system-customer/owner-source', taps: ['owner_source.add'] },
  { path: '/manager/system-clue', taps: ['lead_source.add'] },
  { path: '/manager/SMSBlackListSet', taps: ['sms_blacklist.add'] },
  { path: '/manager/SMSBlackListSet', taps: ['sms_blacklist.import'] },
  { path: '/manager/CorporateMessagingServices', taps: [{ at: 'main li button[aria-label^="设置"]' }] },
  { path: '/manager/system-log', taps: ['order_log.settings'] },
  { path: '/manager/system-project', taps: ['project_role.add'] },
  { path: '/manager/webhooks', taps: ['webhook.add'] },
  { path: '/manager/webhooks', taps: [{ at: 'main li button[aria-label^="推送记录"]' }] },
  { path: '/manager/webhooks', taps: [{ at: 'main li [aria-label$="的更多操作"]' }], itemsWithout: ['webhook.test'] },
  { path: '/manager/programs', taps: ['program.add_company'] },
  { path: '/manager/PublicCourseMapSet', taps: ['course_map.add'] },
  { path: '/manager/system-workbench', taps: ['approval_category.add'] },
  { path: '/manager/IdCardManagement', taps: ['business_card.add'] },
  { path: '/manager/system-operate', taps: ['guide.add'] },
  { path: '/manager/IdCardManagement', taps: [{ at: 'main li [aria-label^="预览"]' }] },
  { path: '/manager/system-customer/biz-param/owned', taps: ['limit.add'] },
  { path: '/manager/custom-field/handlefield/crm_contacts/3', taps: ['designer.add'] },
  // the preview, fields that are unique together, versions, deleted fields
  ...[1, 2, 3, 4].map((place) => ({
    path: '/manager/custom-field/handlefield/crm_contacts/3',
    taps: [moreOfList, { at: `[role=menuitem]:nth-child(${place})` }],
  })),
  { path: '/manager/system-customer/biz-param/stages', taps: ['stage_group.new'] },
  { path: '/manager/role-auth/2?who=crm%3Acustomer%3Aindex', taps: [] },
  { path: '/manager/role-auth/2?compare=', taps: [] },
  { path: '/person/index', taps: ['person.change_password'] },
  { path: '/person/index', taps: ['action.edit'] },
  { path: '/person/index', taps: ['program.add'] },
];

let product: Product;
const api = openApi(() => product);
let context: Profile;
let page: Page;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  ({ context, page } = await product.open({ width, height }));
  await product.enter(page);
  await product.visit(page, home.path);
});
afterAll(async () => {
  await context.close();
  await product.close();
});

/** The top one of this name, since a dialog stands over what opened it. */
const found = (tap: Tap): Locator =>
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

async function open({ path, taps }: Opener): Promise<void> {
  await followAfresh(page, path);
  for (const tap of taps) {
    await found(tap).waitFor({ timeout: 10_000 });
    await touch(found(tap));
  }
}

const check = async (what: string) => {
  await expect.poll(async () => [what, (await overPage(page)).open > 0]).toEqual([what, true]);
  await settled(page);
  expect([what, (await overPage(page)).faults, await pageWidth(page)]).toEqual([what, [], width]);
};

describe('what opens over a page, on a phone', () => {
  it.each(someOf(openers, 2))('stays on the screen and is hit by a finger: $path $taps', async (opener) => {
    await open(opener);
    await check('itself');
    if (opener.itemsWithout) {
      const items = page.getByRole('menuitem').filter({ visible: true });
      const without: readonly string[] = opener.itemsWithout.map((key) => cn[key]);
      const names = (await items.allTextContents()).filter((name) => !without.includes(name));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        await touch(items.filter({ hasText: name }).first());
        await expect.poll(async () => [name, (await page.getByRole('dialog').count()) > 0]).toEqual([name, true]);
        await check(name);
        await open(opener);
      }
    }
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
