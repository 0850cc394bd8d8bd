import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { openDealCompany, type Worker } from './deal-company.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';
import { chooseFiles, someFiles } from './some-files.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
let seller: Worker, director: Worker, second: Worker, archive: Worker;
let customerId: number;
beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
  seller = await company.hire('程评论', '11');
  director = await company.hire('马总监', '8');
  second = await company.hire('冯复核', '8');
  archive = await company.hire('范归档', '8');
  customerId = (await api.save('CrmCustomer', { customer_name: '评论公司' }, seller.token))['customerId'] ?? 0;
});
afterAll(async () => product.close());

const admin = () => api.tokenOf('admin', adminPassword);
const saveContract = async (name: string, more: object = {}): Promise<number> => {
  const entity = { name, customer_id: customerId, money: '100', ...more };
  const { data } = await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, seller.token);
  return (data as { contractId: number }).contractId;
};
const approval = (who: Worker, id: number) => ({ who, path: `/crm/contract?rowId=${id}` });

it('comments have files and mentions, a step and the end give copies: all of it stands in the history on the page', async () => {
  const step = [
    { stepType: 2, checkUserId: [director.userId], ccUserId: [second.userId] },
    { stepType: 2, checkUserId: [second.userId] },
  ];
  const flow = { categoryType: 1, examineType: 1, name: '合同审批', step, ccUserId: [archive.userId] };
  await api.call('examine/saveExamine', flow, await admin());
  const id = await saveContract('有评论的合同');
  const { context, page } = await product.open();
  await product.enter(page, director);
  await product.visit(page, approval(director, id).path);
  await dialog(page).getByRole('tab', { name: cn['approval.tab'], exact: true }).click();
  const comment = dialog(page).getByRole('region', { name: cn['approval.comment'] });
  const box = comment.getByRole('textbox', { name: cn['approval.comment'] });
  await box.fill('附测算 ');
  await box.press('End');
  await box.pressSequentially('@程');
  await page
    .getByRole('menuitem')
    .or(page.locator('.ant-mentions-dropdown-menu-item'))
    .filter({ hasText: seller.realname })
    .first()
    .click();
  await chooseFiles(page, cn['widget.add_file'], [(await someFiles()).pdf]);
  await comment.getByText('plan.pdf').waitFor();
  await settled(page);
  await button(comment, cn['approval.comment_send']).click();
  const history = dialog(page).getByRole('list', { name: cn['approval.history'] });
  const said = history.getByRole('listitem').filter({ hasText: '附测算' }).first();
  await said.getByText('plan.pdf').waitFor();
  await said.locator('strong', { hasText: `@${seller.realname}` }).waitFor();
  expect(['comment', await seriousFaults(page)]).toEqual(['comment', []]);
  await context.close();

  for (const approver of [director, second]) await company.passLast(contractType.code, approver);

  // whoever got a copy reads the document with all of it, on a phone too
  const phone = await product.open({ width: 390, height: 844, language: 'en', dark: true });
  await product.enter(phone.page, archive);
  await product.visit(phone.page, approval(archive, id).path);
  await dialog(phone.page).getByRole('tab', { name: en['approval.tab'], exact: true }).click();
  const entries = dialog(phone.page).getByRole('list', { name: en['approval.history'] }).getByRole('listitem');
  await entries.filter({ hasText: '附测算' }).getByText('plan.pdf').waitFor();
  const copies = entries.filter({ hasText: en['approval.action_copied'] });
  await copies.filter({ hasText: second.realname }).first().waitFor();
  await copies.filter({ hasText: archive.realname }).first().waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});

describe('without a flow', () => {
  beforeAll(async () => {
    const { data } = await api.call('examine/queryAllExamine', {}, await admin());
    for (const { examineId } of (data as { list: { examineId: number }[] }).list)
      await api.call('examine/updateStatus', { examineId, status: 0 }, await admin());
  });

  it('a form says so, with a link to the flows for whoever may set one up; nothing is submitted', async () => {
    const id = await saveContract('没有流程的合同', { checkStatus: 5 });
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/contract?rowId=${id}`);
    await button(dialog(page), cn['action.edit']).click();
    const form = page.getByRole('dialog', { name: cn['crm_contract.edit'] });
    const alert = form.getByRole('alert').filter({ hasText: '没有启动的审核步骤，不能添加！' });
    await alert.waitFor();
    const opened = page.context().waitForEvent('page');
    await alert.getByRole('link', { name: cn['approval.set_up'] }).click();
    const flows = await opened;
    await flows.waitForURL(/\/manager\/system-examine/);
    await flows.getByRole('heading', { name: cn['flow.title'] }).waitFor();
    await flows.close();
    await context.close();

    const own = await product.open({ language: 'en', width: 390, height: 844 });
    await product.enter(own.page, seller);
    await product.visit(own.page, `/crm/contract?rowId=${id}`);
    await button(dialog(own.page), en['action.edit']).click();
    const theirs = own.page.getByRole('dialog', { name: en['crm_contract.edit'] });
    const told = theirs.getByRole('alert').filter({ hasText: en['approval.no_flow'] });
    await told.waitFor();
    expect(await told.getByRole('link').count()).toBe(0);
    await button(theirs, en['approval.submit']).click();
    await own.page.getByText(en['approval.no_flow']).nth(1).waitFor();
    const { data } = await api.call('CrmContract/queryById', { contractId: id }, seller.token);
    expect(data).toMatchObject({ checkStatus: 5 });
    expect(await pageWidth(own.page)).toBe(390);
    await own.context.close();
  });
});
