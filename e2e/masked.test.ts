import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { openApi, type Person } from './api.ts';
import { pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let person: Person;
let customerId: number;
const api = openApi(() => product);
const sellers = 11;
const [mobile, mask] = ['13912345827', '139****5827'];

beforeAll(async () => {
  // the view of sellers concerns everybody
  product = await openProduct({ alone: true });
  person = await api.hire('看不全的人', String(sellers));
  const admin = await api.tokenOf('admin', adminPassword);
  const fields = (await api.call('field/queryRoleField', { roleId: sellers, label: 2 }, admin))['data'] as {
    fieldId: number;
    fieldName: string;
  }[];
  const data = fields
    .filter(({ fieldName }) => fieldName === 'mobile')
    .map(({ fieldId }) => ({ fieldId, level: fieldLevel.masked }));
  const entity = { customer_name: '遮盖号码', telephone: '' };
  const saved = await api.call('CrmCustomer/addOrUpdate', { entity: { ...entity, mobile }, field: [] }, person.token);
  ({ customerId } = saved['data'] as { customerId: number });
  await api.call('field/saveRoleField', { roleId: sellers, label: 2, data, currentPassword: adminPassword }, admin);
});
afterAll(async () => product.close());

const hasNumber = async (page: Page): Promise<boolean> => (await page.content()).includes(mobile);

describe('a masked phone', () => {
  it.each(
    ofToday([
      { width: 1440, height: 900, language: 'cn', words: cn },
      { width: 390, height: 844, language: 'en', words: en },
    ] as const),
  )('is a text in lists, details and forms: $width', async ({ width, height, language, words }) => {
    const { context, page } = await product.open({ width, height, language });
    await product.enter(page, person);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByText(mask).first().waitFor();
    expect(await page.locator('a[href^="tel:"]').count()).toBe(0);
    await page.goto(`${product.url}/crm/customer?rowId=${customerId}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: words['detail.information'] }).click();
    await drawer.getByText(mask).first().waitFor();
    expect([await hasNumber(page), await drawer.locator('a[href^="tel:"]').count()]).toEqual([false, 0]);
    expect(await pageWidth(page)).toBe(width);
    // on a phone the tab is among those that do not fit
    if (width > 390) {
      await drawer.getByRole('tab', { name: words['detail.rights'] }).click();
      await drawer.getByText(words['explain.field_masked'], { exact: true }).waitFor();
    }
    await drawer
      .getByRole('button', { name: words['action.edit'], exact: true })
      [width > 390 ? 'first' : 'last']()
      .click();
    const input = page.locator('[data-field="mobile"] input').last();
    await input.waitFor();
    expect([await input.inputValue(), await input.isDisabled()]).toEqual([mask, true]);
    expect([await hasNumber(page), await pageWidth(page)]).toEqual([false, width]);
    await context.close();
  });
});
