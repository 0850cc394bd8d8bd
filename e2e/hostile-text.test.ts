import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi } from './api.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

// security X3: what people write is shown as they wrote it, wherever it appears.

const battery = [
  '<img src=x onerror="window.hacked=1">',
  '"><svg onload="window.hacked=1">',
  "'-window.hacked=1-'",
  '{{7*7}}${7*7}<%=7*7%>',
  'javascript:window.hacked=1',
  '<math><mi//xlink:href="data:x,<script>window.hacked=1</script>">',
] as const;

let product: Product;
const api = openApi(() => product);
let token: string;
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const send = (path: string, body: object) => api.call(path, body, token);
const done = async (path: string, body: object) => (await send(path, body))['data'] as Record<string, number>;

interface FormRow {
  readonly fieldName: string;
  readonly formType: string;
  readonly fieldType: number;
  readonly maxLength: number | null;
}

it('is shown literally on every page', async () => {
  const fields = (await send('field/list', { label: 2 }))['data'] as object[];
  const own = battery.map((name) => ({
    name: name.slice(0, 40),
    formType: 'text',
    fieldType: 0,
    isNull: 0,
    isUnique: 0,
    setting: [],
  }));
  await done('field/save', { label: 2, data: [...fields, ...own] });
  const form = (await send('field/queryField', { label: 2 }))['data'] as FormRow[];
  const texts = form.filter(({ formType }) => ['text', 'textarea', 'crm_check_name'].includes(formType));
  expect(texts.length).toBeGreaterThan(battery.length + 3);
  const ids: number[] = [];
  for (const [at, text] of battery.entries()) {
    const value = (field: FormRow) => (field.maxLength === null ? text.slice(0, 200) : text.slice(0, field.maxLength));
    const entity = Object.fromEntries(
      texts.filter(({ fieldType }) => fieldType === 1).map((field) => [field.fieldName, value(field)]),
    );
    const custom = texts
      .filter(({ fieldType }) => fieldType === 0)
      .map((field) => ({ fieldName: field.fieldName, name: field.fieldName, fieldType: 0, value: value(field) }));
    const { customerId = 0 } = await done('CrmCustomer/addOrUpdate', { entity, field: custom });
    ids.push(customerId);
    await done('CrmCustomer/addRecord', { typesId: customerId, content: text, category: '打电话' });
    await upload(customerId, `${at}${text.replace(/[/\\]/g, '')}.txt`);
    await done('system/dept/addDept', { name: text.slice(0, 20), pid: 1 });
    await done('system/user/addUser', {
      username: `1370000020${at}`,
      password: 'hostile-once-2201',
      realname: text.slice(0, 40),
      post: text.slice(0, 40),
      deptId: 1,
      roleIds: '11',
    });
    await done('CrmCustomer/transfer', { customerIds: [customerId], newOwnerUserId: await lastUser() });
  }
  await done('sysConfig/setSysConfig', { name: battery[0].slice(0, 30) }).catch(() => undefined);

  const { context, page } = await product.open();
  const faults = await watch(page);
  await product.enter(page);
  for (const [at, id] of ids.entries()) {
    const text = battery[at] ?? '';
    await page.goto(`${product.url}/crm/customer?search=${encodeURIComponent(text.slice(0, 50))}&rowId=${id}`);
    await page.getByRole('tab').first().waitFor();
    const drawer = page.getByRole('dialog').last();
    await drawer.getByText(text).first().waitFor();
    for (const tab of [cn['detail.information'], cn['detail.files'], cn['detail.history']]) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(300);
      if (tab !== cn['detail.files']) await drawer.getByText(text.slice(0, 20)).first().waitFor();
    }
    await page.keyboard.press('Escape');
    const names = await page.locator('tbody a').allTextContents();
    expect(names.filter((name) => name.startsWith(text.slice(0, 50)))).toHaveLength(1);
  }
  const pages = ['/crm/customer?create=1', '/person/index', '/manager/employee-dep', '/login', `/404?${battery[1]}`];
  for (const path of pages) {
    await page.goto(product.url + path);
    await page.waitForTimeout(1200);
  }
  await page.goto(`${product.url}/manager/employee-dep`);
  await page.getByText(battery[0].slice(0, 20)).first().waitFor();
  expect(faults).toEqual([]);
  expect(await page.evaluate<unknown>('window.hacked')).toBeUndefined();
  await context.close();
});

async function upload(customerId: number, name: string): Promise<void> {
  const { batchId } = (await send('CrmCustomer/queryById', { customerId }))['data'] as { batchId: string };
  const body = new FormData();
  body.set('batchId', batchId);
  body.set('file', new Blob(['plain']), name);
  await fetch(`${product.url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
}

async function lastUser(): Promise<number> {
  const { list } = (await send('system/user/queryUserList', { page: 1, limit: 100 }))['data'] as {
    list: { userId: number }[];
  };
  return Math.max(...list.map((user) => user.userId));
}

/** Dialogs, markers and reports of the content policy. */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => message.text().includes('policy-violation') && faults.push(message.text()));
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.log('policy-violation', event.violatedDirective, event.blockedURI));`,
  );
  return faults;
}
