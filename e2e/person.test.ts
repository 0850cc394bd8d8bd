import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi, type Person } from './api.ts';
import { settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
/** Changes name and picture, by which other tests know the administrator. */
let person: Person;
beforeAll(async () => {
  product = await openProduct();
  person = await openApi(() => product).hire('管理员乙', '1');
});
afterAll(async () => product.close());

describe('the person centre', () => {
  it('changes the own name and shows it everywhere', async () => {
    const { context, page } = await product.open();
    await product.enter(page, person);
    await page.goto(`${product.url}/person/index`);
    await page.getByRole('button', { name: cn['action.edit'], exact: true }).click();
    const dialog = titled(page, cn['person.edit']);
    await dialog.getByLabel(cn['person.realname']).fill('管理员甲');
    await dialog.getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['person.saved']).waitFor();
    await page.getByRole('banner').getByText('管理员甲').waitFor();
    await context.close();
  });
});

/** Run in the page: a chosen picture is there a second later. */
const slowPictures =
  'const { decode } = HTMLImageElement.prototype; HTMLImageElement.prototype.decode = async function () { await new Promise((done) => setTimeout(done, 1000)); return decode.call(this); };';

describe('the own picture', () => {
  it('is cropped square and small, and a broken one is reported', async () => {
    const { context, page } = await product.open();
    await product.enter(page, person);
    await page.goto(`${product.url}/person/index`);
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: cn['person.change_avatar'] }).click();
      await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    };
    await choose(Buffer.from('no picture at all'));
    await page.getByText(cn['cropper.broken']).waitFor();
    const wide = { create: { width: 3000, height: 1500, channels: 3, background: '#3366cc' } } as const;
    // pressed before the picture is there
    await page.evaluate(slowPictures);
    await choose(await sharp(wide).png().toBuffer());
    await page.getByRole('button', { name: cn['person.upload_avatar'] }).click();
    await page.getByText(cn['person.avatar_saved']).waitFor();
    const shown = page.getByRole('banner').locator('img[src^="blob:"]');
    await shown.waitFor();
    const [width, height] = await page.evaluate<[number, number]>(
      '(() => { const { naturalWidth, naturalHeight } = document.querySelector("header img[src^=\\"blob:\\"]"); return [naturalWidth, naturalHeight]; })()',
    );
    expect(width).toBeGreaterThan(0);
    expect(width).toBe(height);
    expect(width).toBeLessThanOrEqual(2000);
    await context.close();
  });
});

describe('pictures of a long list', () => {
  it('load when they are nearly in view, and are requested once', async () => {
    const { context, page } = await product.open({ width: 1440, height: 700 });
    await product.enter(page);
    const asked: string[] = [];
    await page.route('**/file/download**', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('fileId') ?? '');
      return route.abort();
    });
    const files = Array.from({ length: 60 }, (_, at) => ({
      fileId: 9000 + at,
      batchId: 'b',
      name: `${at}.png`,
      size: '1KB',
      createUserId: 3,
      createUserName: 'admin',
      createTime: '2026-11-21 09:00:00',
      filePath: '',
      url: `/api/file/download?fileId=${9000 + at}`,
      fileType: 'img',
    }));
    const list = files.map((file) => ({ ...file, followUpId: 0, followUpTime: null, category: '' }));
    await page.route('**/CrmRecord/queryFileList', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: { list, totalRow: list.length } } }),
    );
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('link', { name: /公司/ }).first().click();
    await page.getByRole('tab', { name: cn['detail.files'] }).click();
    await page.getByText('59.png').waitFor({ state: 'attached' });
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await settled(page);
    expect(asked.length).toBeLessThan(60);
    await page.getByText('59.png').scrollIntoViewIfNeeded();
    await expect.poll(() => asked.includes('9059')).toBe(true);
    await page.getByText('0.png', { exact: true }).scrollIntoViewIfNeeded();
    await settled(page);
    expect(new Set(asked).size).toBe(asked.length);
    await context.close();
  });
});
