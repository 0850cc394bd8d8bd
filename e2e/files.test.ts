import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { button, drawn, titles, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { chooseFiles, someFiles } from './some-files.ts';

let product: Product;
let files: Awaited<ReturnType<typeof someFiles>>;
beforeAll(async () => {
  product = await openProduct();
  files = await someFiles();
});
afterAll(async () => product.close());

const open = async (options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  await product.enter(page);
  await page.goto(`${product.url}/crm/customer`);
  await page.getByRole('table').first().waitFor();
  return { context, page };
};

describe('files of a customer', () => {
  it('show who uploaded them and when, and are downloaded, renamed and deleted in their row', async () => {
    const { context, page } = await open();
    await titles(page).nth(1).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('tab', { name: '附件' }).click();
    await chooseFiles(page, '上传附件', [files.zip]);
    const line = drawer.getByRole('row').filter({ hasText: '.zip' });
    await line.waitFor();
    for (const heading of ['附件名称', '附件大小', '上传人', '上传时间', '操作'])
      await drawer.getByRole('columnheader', { name: heading, exact: true }).waitFor();
    const time = line.getByRole('cell').nth(3).locator('time');
    expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await line.getByRole('cell').nth(2).textContent()).not.toBe('');
    // the columns beside it leave room for the name
    expect((await line.getByRole('cell').first().boundingBox())?.width ?? 0).toBeGreaterThan(150);
    const fetched = page.waitForEvent('download');
    await line.getByRole('button', { name: '下载「parts.zip」' }).click();
    expect((await fetched).suggestedFilename()).toBe('parts.zip');
    await line.getByRole('button', { name: '重命名「parts.zip」' }).click();
    const rename = page.getByRole('dialog', { name: '编辑', exact: true });
    await rename.getByLabel('新名称').fill('零件清单');
    await rename.getByLabel('新名称').press('Enter');
    // its type stays in its name
    await line.getByText('零件清单.zip').waitFor();
    await line.getByRole('button', { name: '删除「零件清单.zip」' }).click();
    await page.getByText('您确定要删除该文件吗?').waitFor();
    await button(titled(page, cn['widget.delete_file']), cn['action.ok']).click();
    await line.waitFor({ state: 'detached' });
    await context.close();
  });

  it('include those of its follow-ups, with where they came from; a refused one is named', async () => {
    const { context, page } = await open();
    await titles(page).nth(2).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('textbox', { name: cn['detail.write_follow_up'] }).fill('报价单在附件里');
    await chooseFiles(page, cn['widget.add_file'], [
      { name: '坏的.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
      { ...files.pdf, name: '报价单.pdf' },
    ]);
    await page.getByText('「坏的.png」').waitFor();
    await drawer.getByRole('button', { name: translate('cn', 'widget.open_file', { name: '报价单.pdf' }) }).waitFor();
    await drawer.getByRole('button', { name: cn['detail.publish'] }).click();
    await drawer.getByRole('listitem').getByText('报价单在附件里').waitFor();
    await drawer.getByRole('tab', { name: cn['detail.files'] }).click();
    const line = drawer.getByRole('row').filter({ hasText: '报价单.pdf' });
    await line.getByText(translate('cn', 'files.of_follow_up', { kind: '打电话' }), { exact: true }).waitFor();
    await context.close();
  });

  it('are compressed, listed, shown by kind, turned, zoomed and downloaded', async () => {
    const { context, page } = await open({ fresh: true });
    // the clock can be moved: a notice stays for ten seconds
    await page.clock.install();
    await page.reload();
    await titles(page).first().click();
    await page.getByRole('tab', { name: cn['detail.files'] }).click();
    const sent = page.waitForResponse(/file\/upload/);
    await chooseFiles(page, cn['widget.add_file'], [files.photo]);
    await page.getByText('图片上传中，请稍等···').first().waitFor();
    const { size } = (await (await sent).json()) as { size: string };
    await page.getByText('上传成功').first().waitFor();
    expect(files.photo.buffer.length).toBeGreaterThan(200 * 1024);
    expect(Number.parseFloat(size)).toBeLessThan(files.photo.buffer.length / 1024 / 2);
    await chooseFiles(page, cn['widget.add_file'], [files.pdf, files.zip]);
    await page.getByRole('button', { name: translate('cn', 'widget.open_file', { name: 'parts.zip' }) }).waitFor();

    await page
      .getByRole('button', { name: translate('cn', 'widget.open_file', { name: 'photo.jpg' }) })
      .last()
      .click();
    const viewer = page.getByRole('dialog', { name: cn['viewer.title'] });
    const picture = viewer.locator('img').first();
    await picture.waitFor();
    const turn = async () => /rotate: [^;]+/.exec((await picture.getAttribute('style')) ?? '')?.[0];
    const seen = new Set([await turn()]);
    for (let times = 0; times < 3; times += 1) {
      await viewer.getByRole('button', { name: cn['viewer.rotate'] }).click();
      await expect.poll(async () => seen.has(await turn())).toBe(false);
      seen.add(await turn());
    }
    expect(seen.size).toBe(4);
    await viewer.getByRole('button', { name: cn['viewer.rotate'] }).click();
    const width = async () => (await picture.boundingBox())?.width ?? 0;
    await drawn(page);
    const first = await width();
    await viewer.getByRole('button', { name: cn['viewer.zoom_in'] }).click();
    await expect.poll(async () => (await width()) / first).toBeCloseTo(1.3, 1);
    for (let times = 0; times < 14; times += 1) {
      const button = viewer.getByRole('button', { name: cn['viewer.zoom_out'] });
      if (await button.isEnabled()) await button.click();
    }
    await drawn(page);
    expect(await width()).toBeGreaterThanOrEqual(80);
    expect(await width()).toBeLessThan(80 / 0.7 + 1);

    const total = await viewer.getByLabel(cn['viewer.thumbnails']).getByRole('button').count();
    expect(total).toBeGreaterThanOrEqual(3);
    for (let times = 0; times < total; times += 1)
      await viewer.getByRole('button', { name: cn['viewer.next'] }).click();
    await viewer.getByText('已经是最后一张了!').waitFor();
    for (let times = 0; times <= total; times += 1)
      await viewer.getByRole('button', { name: cn['viewer.previous'] }).click();
    await viewer.getByText('已经是第一张了!').waitFor();
    // the newest is no picture
    expect(await viewer.locator('[class*=stage] img').count()).toBe(0);
    await page.clock.fastForward(9000);
    await expect.poll(() => viewer.getByText('已经是第一张了!').count()).toBe(1);
    await page.clock.fastForward(1000);
    await viewer.getByText('已经是第一张了!').waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await viewer.getByRole('button', { name: cn['viewer.download'] }).click();
    expect((await download).suggestedFilename()).not.toBe('');
    await context.close();
  });
});
