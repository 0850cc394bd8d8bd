import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyTime } from '#shared/record/time.ts';
import { openApi, type Person } from './api.ts';
import { settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let person: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  person = await api.hire('看板卡片员', '1');
});
afterAll(async () => product.close());

const inDays = (days: number) => `${companyTime(Date.now() + days * 86_400_000).slice(0, 10)} 09:00:00`;

/** The card of this name on a board. */
async function cardOf(path: string, name: string, width: number) {
  const { context, page } = await product.open({ width });
  await product.enter(page, person);
  await page.goto(product.url + path);
  const card = page.getByRole('region').getByRole('listitem').filter({ hasText: name });
  await card.waitFor();
  await settled(page);
  return { context, card };
}

describe('the card of a board', () => {
  it.each([1440, 1920])('says level, next contact, amount and owner, at %i pixels', async (width) => {
    const name = `卡片公司${width}`;
    const entity = { customer_name: name, next_time: inDays(-3) };
    const field = [{ fieldName: '客户级别', value: 'A（重点客户）' }];
    const saved = await api.call('CrmCustomer/addOrUpdate', { entity, field }, person.token);
    const { customerId } = saved['data'] as { customerId: number };
    const board = '/crm/customer?board=deal_status';
    const first = await cardOf(`${board}&search=${name}`, name, width);
    for (const words of ['重点客户', '逾期 3 天']) await first.card.getByText(words).first().waitFor();
    await first.card.getByTitle(person.realname).waitFor();
    // each on the card, none cut by its edge
    const around = await first.card.boundingBox();
    for (const one of await first.card.locator('time, [title]').all()) {
      const box = await one.boundingBox();
      if (box) expect(box.x + box.width).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
    }
    await first.context.close();

    const business = { business_name: `卡片商机${width}`, customer_id: customerId, type_id: 1, money: '12345' };
    await api.save('CrmBusiness', { ...business, next_time: inDays(1) }, person.token);
    const path = `/crm/business?board=status_name&search=${business.business_name}`;
    const second = await cardOf(path, business.business_name, width);
    await second.card.getByText('12,345').waitFor();
    await second.card.getByText('明天 09:00').waitFor();
    await second.context.close();
  });
});
