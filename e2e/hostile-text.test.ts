import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi } from './api.ts';
import { overlaysLeft, settled, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

// security X3: what people write is shown literally, wherever it appears.

const battery = [
  '<img src=x onerror="window.hacked=1">',
  '"><svg onload="window.hacked=1">',
  "'-window.hacked=1-'",
  '{{7*7}}${7*7}<%=7*7%>',
  'javascript:window.hacked=1',
  '<math><mi//xlink:href="data:x,<script>window.hacked=1</script>">',
] as const;

/** Types of records whose fields and follow-ups are written, with the page that shows them. */
const kinds = [
  { label: 2, family: 'CrmCustomer', idKey: 'customerId', path: '/crm/customer' },
  { label: 1, family: 'CrmLeads', idKey: 'leadsId', path: '/crm/clue' },
  { label: 3, family: 'CrmContacts', idKey: 'contactsId', path: '/crm/contacts' },
] as const;
type Kind = (typeof kinds)[number];

let product: Product;
const api = openApi(() => product);
let token: string;
const company = battery[0].slice(0, 30);
const shown: { kind: Kind; id: number; at: number }[] = [];
beforeAll(async () => {
  product = await openProduct({ alone: true });
  token = await api.tokenOf('admin', adminPassword);
  await writeEverywhere();
});
afterAll(async () => product.close());

const send = (path: string, body: object, as = token) => api.call(path, body, as);
const done = async (path: string, body: object, as?: string) =>
  (await send(path, body, as))['data'] as Record<string, number>;

interface FormRow {
  readonly fieldName: string;
  readonly formType: string;
  readonly fieldType: number;
  readonly maxLength: number | null;
}

/** Adds fields named by the hostile texts; returns those that accept text. */
async function textFields({ label }: Kind): Promise<FormRow[]> {
  const fields = (await send('field/list', { label }))['data'] as object[];
  const own = battery.map((name) => ({
    name: name.slice(0, 40),
    formType: 'text',
    fieldType: 0,
    isNull: 0,
    isUnique: 0,
    setting: [],
  }));
  await done('field/save', { label, data: [...fields, ...own] });
  const form = (await send('field/queryField', { label }))['data'] as FormRow[];
  const checked = ['text', 'textarea', 'crm_check_name'];
  const texts = form.filter(({ formType }) => checked.includes(formType));
  expect(texts.length).toBeGreaterThan(battery.length + 2);
  return texts;
}

/** Fixed fields contain one text; custom ones contain all texts in turn. */
async function saveRecord(kind: Kind, texts: readonly FormRow[], at: number, more: object): Promise<number> {
  const value = (text: string, { maxLength }: FormRow) => text.slice(0, maxLength ?? 200);
  const fixed = texts.filter(({ fieldType }) => fieldType === 1);
  const entity = Object.fromEntries(fixed.map((field) => [field.fieldName, value(battery[at] ?? '', field)]));
  const field = texts
    .filter(({ fieldType }) => fieldType === 0)
    .map((one, place) => ({ ...one, value: value(battery[(at + place) % battery.length] ?? '', one) }))
    .map(({ fieldName, value: text }) => ({ fieldName, name: fieldName, fieldType: 0, value: text }));
  const saved = await done(`${kind.family}/addOrUpdate`, { entity: { ...entity, ...more }, field });
  const id = saved[kind.idKey] ?? 0;
  await upload(kind, id, `${at}${(battery[at] ?? '').replace(/[/\\]/g, '')}.txt`);
  return id;
}

/** Names of departments, people, fields, files and the company, values and follow-ups. */
async function writeEverywhere(): Promise<void> {
  for (const [at, text] of battery.entries()) {
    await done('system/dept/addDept', { name: text.slice(0, 20), pid: 1 });
    const name = text.slice(0, 40);
    const login = { username: `1370000020${at}`, password: 'hostile-once-2201', deptId: 1, roleIds: '11' };
    await done('system/user/addUser', { ...login, realname: name, post: name });
  }
  const realname = battery[0].slice(0, 40);
  const { token: theirs } = await api.hire(realname, '11');
  const writer = await newest();
  for (const kind of kinds) {
    const texts = await textFields(kind);
    const more = kind.label === 3 ? { customer_id: shown[0]?.id } : {};
    // what a customer is called stands in most places
    for (const at of kind.label === 2 ? battery.keys() : [kind.label]) {
      const id = await saveRecord(kind, texts, at, more);
      shown.push({ kind, id, at });
      const owner = { [`${kind.idKey}s`]: [id], newOwnerUserId: writer };
      await done(kind.label === 1 ? 'CrmLeads/changeOwnerUser' : `${kind.family}/transfer`, owner);
      // people with such names mention others and are mentioned
      const said = { typesId: id, content: `@admin ${battery[at]}`, category: '打电话' };
      await done(`${kind.family}/addRecord`, { ...said, mentionIds: [3] }, theirs);
      const heard = { typesId: id, content: `@${realname} ${battery[at]}`, category: '打电话' };
      await done(`${kind.family}/addRecord`, { ...heard, mentionIds: [writer] });
    }
  }
  await done('sysConfig/setSysConfig', { name: company });
}

it('is shown literally on every page', async () => {
  const { context, page } = await product.open();
  const faults = await watch(page);
  await product.enter(page);
  const [first, ...others] = shown;
  for (const { kind, id, at } of [first, ...others.slice(-3)].filter((one) => one !== undefined))
    await showsRecord(page, kind, id, at);
  await showsList(page);
  await showsName(page, company);
  await showsMentions(page);
  await showsHits(page);
  await showsDashboard(page);
  const paths = ['/crm/customer?create=1', '/crm/clue?create=1', '/crm/contacts?create=1', '/crm/message'];
  for (const path of [...paths, '/crm/follow-up-run', '/person/index', '/login', `/404?${battery[1]}`]) {
    await page.goto(product.url + path);
    await settled(page);
  }
  await product.visit(page, '/manager/employee-dep');
  await page.getByText(battery[0].slice(0, 20)).first().waitFor();
  expect(faults).toEqual([]);
  expect(await page.evaluate<unknown>('window.hacked')).toBeUndefined();
  await context.close();
});

/** The record in the list and in its detail: information, files, follow-ups with the people they name, and history. */
async function showsRecord(page: Page, kind: Kind, id: number, at: number): Promise<void> {
  const text = battery[at] ?? '';
  await page.goto(`${product.url}${kind.path}?search=${encodeURIComponent(text.slice(0, 50))}&rowId=${id}`);
  await page.getByRole('tab').first().waitFor();
  const drawer = page.getByRole('dialog').last();
  await drawer.getByText(text).first().waitFor();
  await drawer.getByText(`@admin ${text}`).first().waitFor();
  for (const tab of [cn['detail.information'], cn['detail.files'], cn['detail.history']]) {
    await drawer.getByRole('tab', { name: tab }).click();
    await settled(page);
    if (tab === cn['detail.files']) continue;
    for (const one of tab === cn['detail.information'] ? battery : [text])
      await drawer.getByText(one.slice(0, 20)).first().waitFor();
  }
  await page.keyboard.press('Escape');
  await overlaysLeft(page);
  await titles(page)
    .filter({ hasText: text.slice(0, 50) })
    .first()
    .waitFor();
}

async function showsList(page: Page): Promise<void> {
  await product.visit(page, '/crm/customer');
  for (const text of battery)
    await titles(page)
      .filter({ hasText: text.slice(0, 50) })
      .first()
      .waitFor();
}

async function showsName(page: Page, company: string): Promise<void> {
  await product.visit(page, '/crm/workbench');
  await page.getByRole('link', { name: company, exact: true }).waitFor();
  expect(await page.title()).toContain(company);
}

async function showsMentions(page: Page): Promise<void> {
  await page.getByRole('button', { name: cn['message.open'] }).click();
  const list = page.getByRole('region', { name: cn['message.title'] });
  for (const text of [`@admin ${battery[1]}`, `@admin ${battery[3]}`, battery[0].slice(0, 40)])
    await list.getByText(text).first().waitFor();
  await page.keyboard.press('Escape');
  await overlaysLeft(page);
}

async function showsHits(page: Page): Promise<void> {
  await product.visit(page, '/crm/workbench');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: cn['search.placeholder'] });
  for (const text of battery) {
    await search.fill(text.slice(0, 30));
    await page
      .getByRole('option')
      .filter({ hasText: text.slice(0, 30) })
      .first()
      .waitFor();
  }
  await page.keyboard.press('Escape');
  await overlaysLeft(page);
}

async function showsDashboard(page: Page): Promise<void> {
  await product.visit(page, '/crm/workbench');
  const feed = page.getByRole('main');
  for (const text of [`@${battery[0].slice(0, 40)} ${battery[3]}`, battery[0].slice(0, 40)])
    await feed.getByText(text).first().waitFor();
}

async function upload({ family, idKey }: Kind, id: number, name: string): Promise<void> {
  const { batchId } = (await send(`${family}/queryById`, { [idKey]: id }))['data'] as { batchId: string };
  const body = new FormData();
  body.set('batchId', batchId);
  body.set('file', new Blob(['plain']), name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/file/upload`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ code: 0 });
}

/** The person who was added last. */
async function newest(): Promise<number> {
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
