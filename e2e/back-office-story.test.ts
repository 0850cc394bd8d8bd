import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { fill } from '#shared/i18n/fill.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { openDealCompany } from './deal-company.ts';
import { button, dialog } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

// Somebody who has never seen the product brings a company into it, by what its pages say.

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
let admin: string;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  admin = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const sheet = fileURLToPath(new URL('fixtures/staff-2025.xlsx', import.meta.url));
const top = '南岭机电';
const marketing = '营销中心';
/** As the sheet has them. */
const people = {
  chief: '蒋鹏豪',
  directors: ['梁丽英', '雷昌东', '闫斌晓'],
  /** Two have this name, and this one the login name. */
  east: { name: '唐颖雅', username: '15800004417' },
  leaver: '谢宇建',
  heir: '肖洋强',
  seller: '秦琪芳',
} as const;
const roleName = '区域经理';
const password = 'Nanling-Story-5206';
const year = new Date().getFullYear();

interface Listed {
  readonly userId: number;
  readonly username: string;
  readonly parentId: number;
  readonly parentName: string;
  readonly deptName: string;
  readonly roleName: string;
}
const read = async (path: string, body: object, token = admin) => (await api.call(path, body, token))['data'];
/** By name or login name. */
const personNamed = async (search: string): Promise<Listed> => {
  const { list } = (await read('system/user/queryUserList', { search })) as { list: Listed[] };
  const [found] = list;
  if (!found || list.length > 1) throw new Error(`${list.length} people are called ${search}`);
  return found;
};
const totalOf = async (path: string, body: object, token = admin) =>
  ((await read(path, body, token)) as { totalRow: number }).totalRow;
const staff = (body: object = {}) => totalOf('system/user/queryUserList', { ...body, limit: 1 });
const departments = async () =>
  (await read('system/dept/queryDeptTree', {})) as { id: number; name: string; pid: number }[];

const openStaff = async (page: Page, search: string): Promise<void> => {
  await product.visit(page, `/manager/employee-dep?search=${encodeURIComponent(search)}`);
  await page.getByRole('row').filter({ hasText: search }).waitFor();
};
const menuOf = async (page: Page, name: string): Promise<void> =>
  button(page, translate('cn', 'staff.more_actions', { name })).click();
const option = (page: Page, name: string): Locator =>
  page.locator('.ant-select-item-option').filter({ hasText: name }).last();
const pressOf = (page: Page, title: string): Locator => page.getByRole('menuitem', { name: title, exact: true });

/** The sheet is chosen as it is, and the links of the new people come back. */
async function bringStaff(page: Page): Promise<Map<string, string>> {
  await product.visit(page, '/manager/employee-dep');
  const [before, beforeDepts] = [await staff(), (await departments()).length];
  await button(page, cn['staff_sheet.import']).click();
  await dialog(page).locator('input[type=file]').setInputFiles(sheet);
  await dialog(page).getByRole('checkbox', { name: '销售员角色' }).check();
  await button(dialog(page), cn['staff_sheet.preview']).click();
  await dialog(page)
    .getByRole('tab', { name: `${cn['staff_sheet.count.new']} 500` })
    .waitFor();
  await dialog(page)
    .getByRole('tab', { name: `${cn['staff_sheet.count.departments']} 40` })
    .click();
  await dialog(page).getByText(`${top}/${marketing}/华东大区/上海办事处`, { exact: true }).waitFor();
  expect(await dialog(page).getByRole('tab').count()).toBe(2);
  expect([await staff(), (await departments()).length]).toEqual([before, beforeDepts]);
  await button(dialog(page), translate('cn', 'staff_sheet.start', { count: 500 })).click();
  const saved = page.waitForEvent('download');
  await button(dialog(page), cn['staff_sheet.save_links']).click();
  const links = (await buffer(await (await saved).createReadStream())).toString();
  await button(dialog(page), cn['action.close']).last().click();
  expect([await staff(), (await departments()).length]).toEqual([before + 500, beforeDepts + 40]);
  // superiors stand in the list, by whichever of their names the sheet gives
  await openStaff(page, people.leaver);
  await page.getByRole('row').filter({ hasText: people.leaver }).getByText('上海办事处').waitFor();
  const above = [];
  for (const name of [people.heir, people.leaver, people.east.username, people.chief])
    above.push((await personNamed(name)).parentName);
  expect(above).toEqual([people.leaver, people.east.name, people.chief, '韩洋新']);
  expect((await personNamed(people.leaver)).parentId).toBe((await personNamed(people.east.username)).userId);
  return new Map(
    [...links.matchAll(/"(1\d{10})","[^"]*","([^"]+)"/g)].map(([, username = '', link = '']) => [username, link]),
  );
}

/** Sets the own password by the link, as whoever got it does. */
async function join(links: ReadonlyMap<string, string>, name: string) {
  const person = await personNamed(name);
  const { context, page } = await product.open({ fresh: true });
  await page.goto(links.get(person.username) ?? '');
  await page.getByLabel(cn['password.new'], { exact: true }).fill(password);
  await page.getByLabel(cn['password.repeat']).fill(password);
  await button(page, cn['action.save']).click();
  await button(page, cn['link.to_login']).waitFor();
  await context.close();
  return { ...person, token: await api.tokenOf(person.username, password) };
}

/** The role of region managers is made out of that of sales managers, without what goods cost, and given to three. */
async function makeRole(page: Page): Promise<void> {
  await product.visit(page, '/manager/role-auth/2');
  const acts = (name: string) => button(page, translate('cn', 'role.acts_named', { name })).click();
  await acts('销售经理角色');
  await pressOf(page, cn['role.copy']).click();
  await acts('销售经理角色(1)');
  await pressOf(page, cn['role.rename']).click();
  await dialog(page).getByLabel(cn['role.name']).fill(roleName);
  await button(dialog(page), cn['action.save']).click();
  await button(page, roleName).waitFor();
  await page.getByRole('tab', { name: cn['role.fields'] }).click();
  const cost = page.getByRole('region', { name: '产品', exact: true }).getByRole('radiogroup', { name: '成本价' });
  await cost.getByText(cn['role.level_0']).click();
  await button(page, cn['action.save']).click();
  // which goes by itself; the grid counts what is not saved yet, and asks whoever leaves it
  await page.getByText(cn['role.saved']).waitFor();
  await page.getByText(translate('cn', 'role.restricted', { count: 1 })).waitFor();
  await page.getByRole('tab', { name: cn['role.people'] }).click();
  await button(page, cn['role.relate']).click();
  for (const name of people.directors) {
    await dialog(page).getByLabel(cn['role.people']).fill(name);
    await option(page, name).click();
  }
  await page.keyboard.press('Escape');
  await button(dialog(page), cn['action.save']).click();
  for (const name of people.directors) await page.getByRole('row').filter({ hasText: name }).waitFor();
  // and is all that they have
  for (const name of people.directors) {
    await openStaff(page, name);
    await page.locator(`tbody button[title="${name}"]`).click();
    await dialog(page).getByRole('checkbox', { name: '销售员角色' }).uncheck();
    await button(dialog(page), cn['action.save']).click();
    await expect.poll(async () => (await personNamed(name)).roleName).toBe(roleName);
  }
}

/** What a member of the role sees: goods with their prices, and nowhere what they cost. */
async function lookAsMember(page: Page, productId: number): Promise<void> {
  const [name] = people.directors;
  const address = `/crm/product?rowId=${productId}`;
  await product.visit(page, address);
  await dialog(page).getByText('成本价', { exact: true }).first().waitFor();
  await openStaff(page, name);
  await menuOf(page, name);
  await pressOf(page, cn['viewing.as_person']).click();
  const banner = page.getByText(translate('cn', 'viewing.banner_person', { name }));
  await banner.waitFor();
  await page.goto(product.url + address);
  await dialog(page).getByText('价格', { exact: true }).first().waitFor();
  await banner.waitFor();
  expect(await page.getByText('成本价').count()).toBe(0);
  expect(await page.getByText('731.25').count()).toBe(0);
  await page.goto(`${product.url}/manager/employee-dep`);
  await page.waitForURL(/\/404/);
  await button(page, cn['viewing.leave']).click();
  await page.getByRole('heading', { level: 1, name: cn['staff.title'] }).waitFor();
}

/** Three fields and a formula are dragged into the form of contracts. */
async function drawForm(page: Page): Promise<void> {
  await page.goto(`${product.url}/manager/custom-field/handlefield/crm_contract/6`);
  const fields = page.getByRole('list', { name: cn['designer.form'] }).locator(':scope > li');
  await fields.first().waitFor();
  const library = page.getByRole('list', { name: cn['designer.library'] });
  const named = page.getByLabel(cn['designer.name'], { exact: true });
  const drag = async (type: 'text' | 'date' | 'select' | 'floatnumber', name: string) => {
    await button(library, cn[`designer.type.${type}`]).dragTo(fields.first());
    await expect.poll(() => named.inputValue()).toBe(cn[`designer.type.${type}`]);
    await named.fill(name);
  };
  await drag('text', '项目地点');
  await drag('date', '验收日期');
  await drag('select', '交付方式');
  for (const one of ['自提', '送货', '安装']) {
    await page.getByRole('textbox', { name: cn['designer.add_option'] }).fill(one);
    await page.keyboard.press('Enter');
  }
  await drag('floatnumber', '含税金额');
  await page.getByRole('checkbox', { name: cn['designer.computed'], exact: true }).check();
  await page.getByLabel(cn['designer.formula'], { exact: true }).fill('{合同金额}*1.13');
  await button(page, cn['action.save']).click();
  await page.getByText(cn['action.done']).waitFor();
}

/** A flow for large contracts, which is tried on what was submitted before it is switched on. */
async function drawFlow(page: Page, [small, large]: readonly [string, string]): Promise<void> {
  await product.visit(page, '/manager/system-examine');
  await button(page, fill('cn', cn['flow.new_of'], { noun: cn.crm_contract })).click();
  const editor = page.getByRole('dialog', { name: cn['flow.new'] });
  await editor.getByLabel(cn['flow.name']).fill('大额合同');
  await editor.getByLabel(cn['flow.value']).fill('50000');
  await editor.getByRole('combobox', { name: fill('cn', cn['flow.who'], { level: '第1级' }) }).click();
  await page.getByText(cn['flow.step_2'], { exact: true }).last().click();
  await editor.getByRole('listitem', { name: '第1级' }).getByRole('combobox').nth(1).fill(people.chief);
  await option(page, people.chief).click();
  await button(editor, cn['flow.rehearse']).click();
  const rehearsal = page.getByRole('dialog', { name: fill('cn', cn['flow.rehearsal'], { name: '大额合同' }) });
  await rehearsal.getByText(/^最近 \d+ 份单据中，1 份会走这个流程/).waitFor();
  await rehearsal.getByRole('row').filter({ hasText: large }).getByText(people.chief).waitFor();
  expect(await rehearsal.getByRole('row').filter({ hasText: small }).count()).toBe(0);
  await button(rehearsal, cn['action.save']).click();
  await page.getByText('大额合同', { exact: true }).waitFor();
}

/** Rules of the pool, and whose customers they would take, before and after they are switched on. */
async function setPoolRules(page: Page): Promise<void> {
  await product.visit(page, '/manager/system-customer/customer');
  await page.getByText(cn['pool_forecast.off']).waitFor();
  await page.getByRole('switch', { name: cn['pool_rules.enabled'], exact: true }).click();
  await page.getByLabel(cn['pool_rules.followup_day']).fill('30');
  await page.getByLabel(cn['pool_rules.deal_day']).fill('90');
  await page.getByLabel(cn['pool_forecast.days']).fill('60');
  await page.getByText(translate('cn', 'pool_forecast.customers', { days: 60 })).waitFor();
  const rules = { followupDay: 30, dealDay: 90 };
  const hit = (await read('CrmCustomer/queryPoolForecast', { days: 60, limit: 15, ...rules })) as {
    totalRow: number;
    list: { customerName: string }[];
  };
  expect(hit.totalRow).toBeGreaterThan(15);
  const figure = page.locator('b').filter({ hasText: /^[\d,]+$/ });
  await expect.poll(() => figure.textContent()).toBe(hit.totalRow.toLocaleString('en'));
  const rows = page.locator('tbody tr.ant-table-row');
  for (const { customerName } of hit.list) await rows.filter({ hasText: customerName }).first().waitFor();
  await button(page, cn['action.save']).click();
  await button(page.getByRole('dialog', { name: cn['pool_rules.switch_on'] }), cn['pool_rules.on']).click();
  await expect.poll(() => read('CrmCustomer/getRulesSetting', {})).toMatchObject({ followupDay: '30', dealDay: '90' });
}

/** The goals of the year come out of a sheet: those of the sales centre, and below it of its departments. */
async function fillGoals(page: Page): Promise<void> {
  await product.visit(page, '/manager/system-customer/biz-goals');
  await page.getByRole('main').getByRole('button', { name: cn['widget.choose_dept'] }).click();
  await dialog(page).getByLabel(cn['widget.search_dept']).fill(marketing);
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(`^${marketing}`) })
    .click();
  const row = (name: string) =>
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await row(marketing).waitFor();
  // its first month
  await row(marketing).locator('td').nth(2).click();
  const block = [
    Array.from({ length: 12 }, () => '700,000'),
    ...Array.from({ length: 7 }, () => Array.from({ length: 12 }, () => '100,000')),
  ];
  const text = block.map((cells) => cells.join('\t')).join('\r\n');
  await page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);
  await expect.poll(() => row(marketing).locator('td').first().innerText()).toBe('8,400,000');
  await expect.poll(() => row(cn['goal.below']).locator('td').first().innerText()).toBe('8,400,000');
  await button(page, translate('cn', 'goal.save', { count: 8 })).click();
  await page.getByText(cn['goal.saved'], { exact: true }).waitFor();
  const deptId = (await departments()).find(({ name }) => name === marketing)?.id;
  const goals = (await read('achievement/queryAchievementList', { deptId, year, type: 2, status: 1 })) as {
    name: string;
    yeartarget: string;
  }[];
  expect(goals.map(({ yeartarget }) => yeartarget)).toEqual(['8400000.00', ...Array<string>(7).fill('1200000.00')]);
}

/** Everything that somebody held goes to a colleague, in a few presses, and comes back by two. */
async function handOver(page: Page, heirToken: string): Promise<void> {
  const { leaver, heir } = people;
  const held = async () => [
    await totalOf('CrmCustomer/queryPageList', { limit: 1 }, heirToken),
    await totalOf('CrmLeads/queryPageList', { limit: 1 }, heirToken),
    await totalOf('CrmContract/queryPageList', { limit: 1 }, heirToken),
    (await personNamed(people.seller)).parentName,
  ];
  let presses = 0;
  const press = async (what: Locator): Promise<void> => {
    await what.click();
    presses += 1;
  };
  expect(await held()).toEqual([0, 0, 0, leaver]);
  await openStaff(page, leaver);
  await press(button(page, translate('cn', 'staff.more_actions', { name: leaver })));
  await press(pressOf(page, cn['staff.disable']));
  await press(button(dialog(page), cn['staff.disable']));
  await press(dialog(page).getByLabel(`${cn['hand_over.to']} ${cn['hand_over.heir']}`, { exact: true }));
  await page.keyboard.type(heir);
  await press(option(page, heir));
  await press(button(dialog(page), cn['hand_over.preview']));
  const start = dialog(page).getByRole('button', { name: /^交接 \d+ 项$/ });
  await start.waitFor();
  const count = /\d+/.exec(await start.innerText())?.[0] ?? '';
  await press(start);
  await dialog(page)
    .getByText(translate('cn', 'hand_over.done_all', { count }))
    .waitFor();
  expect([presses, await held()]).toEqual([7, [3, 2, 2, heir]]);
  await press(button(dialog(page), cn['hand_over.undo']));
  // the question over it, once it is there
  await press(button(page.getByRole('dialog').nth(1), cn['hand_over.undo']));
  await dialog(page).getByText(cn['hand_over.undone'], { exact: true }).waitFor();
  expect([presses, await held()]).toEqual([9, [0, 0, 0, leaver]]);
}

it('a company is brought in, set up and worked with by somebody who has never seen the product', async () => {
  const productId = await company.newProduct('伺服减速机', '1000', { cost_price: '731.25' });
  const { context, page } = await product.open({ fresh: true });
  await product.enter(page);
  const links = await bringStaff(page);
  expect(links.size).toBe(500);
  const [leaver, heir] = [await join(links, people.leaver), await join(links, people.heir)];
  await makeRole(page);
  await lookAsMember(page, productId);
  await drawForm(page);

  // meanwhile the sales work, with the form as it is now
  const customers = ['苏州恒科', '无锡远达', '常州启明'];
  const ids: number[] = [];
  for (const customer_name of customers)
    ids.push((await api.save('CrmCustomer', { customer_name }, leaver.token))['customerId'] ?? 0);
  for (const leads_name of ['展会名片一', '展会名片二']) await api.save('CrmLeads', { leads_name }, leaver.token);
  const contracts = ['恒科样机采购', '远达年度供货'] as const;
  for (const [at, num] of ['8', '80'].entries()) {
    const entity = { name: contracts[at], customer_id: ids[at], order_date: `${year}-01-15` };
    const body = { entity, field: [], product: [{ productId, salesPrice: '1000', num }], checkUserId: 3 };
    await api.call('CrmContract/saveAndUpdate', body, leaver.token);
  }
  await product.visit(page, `/crm/contract?search=${encodeURIComponent(contracts[1])}`);
  await page.getByRole('link', { name: contracts[1], exact: true }).click();
  for (const name of ['项目地点', '验收日期', '交付方式', '含税金额'])
    await dialog(page).getByText(name, { exact: true }).first().waitFor();
  await dialog(page).getByText('90,400.00', { exact: true }).first().waitFor();

  await drawFlow(page, contracts);
  await setPoolRules(page);
  await fillGoals(page);
  await handOver(page, heir.token);
  await context.close();
}, 400_000);
