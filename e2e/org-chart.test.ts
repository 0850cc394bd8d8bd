import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

describe('the chart of the company', () => {
  it('shows departments below each other, opened and folded by keys, and leads to their people', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('button', { name: cn['org_chart.title'] }).click();
    await page.waitForURL(/chart=departments/);
    const chart = page.getByRole('region', { name: cn['org_chart.title'] });
    await chart.getByRole('button', { name: '市场部', exact: true }).waitFor();
    expect(['departments', await seriousFaults(page)]).toEqual(['departments', []]);
    await page.getByRole('button', { name: cn['org_chart.fold_all'] }).click();
    await expect.poll(() => chart.getByRole('button', { name: '市场部', exact: true }).count()).toBe(0);
    await chart.getByRole('button', { name: translate('cn', 'department.open', { name: '办公室' }) }).focus();
    await page.keyboard.press('Enter');
    await chart.getByRole('button', { name: '市场部', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has('dept') && !url.searchParams.has('chart'));
    await page.getByRole('table').first().waitFor();
    await context.close();
  });

  it('shows who reports to whom, in English on a phone', async () => {
    const { context, page } = await product.open({ width: 390, touch: true, language: 'en' });
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep?chart=reports');
    const chart = page.getByRole('region', { name: en['org_chart.title'] });
    await page.getByRole('button', { name: en['org_chart.open_all'] }).tap();
    await chart.getByRole('button', { name: '梁志强', exact: true }).waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(['reports', await seriousFaults(page)]).toEqual(['reports', []]);
    await chart.getByRole('button', { name: '梁志强', exact: true }).tap();
    await page.waitForURL((url) => url.searchParams.get('search') === '梁志强');
    await context.close();
  });
});
