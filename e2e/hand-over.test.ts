import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { dialog, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

const api = openApi(() => product);
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

/** Somebody whose name stands nowhere else: a second try meets the people and rows of the first. */
const hire = (stem: string) => api.hire(`${stem}${randomInt(100_000)}号`, '11');

/** Somebody with two customers and a lead, who is to be found by name. */
async function leaverOf(stem: string) {
  const leaver = await hire(stem);
  const name = leaver.realname;
  for (const at of ['甲', '乙']) await api.save('CrmCustomer', { customer_name: `${name}的客户${at}` }, leaver.token);
  await api.save('CrmLeads', { leads_name: `${name}的线索` }, leaver.token);
  return leaver;
}

async function open(page: Page, username: string) {
  await product.enter(page);
  await product.visit(page, `/manager/employee-dep?search=${username}`);
}

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: translate('cn', 'staff.more_actions', { name }) }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function choose(page: Page, label: string, name: string) {
  await dialog(page).getByLabel(label, { exact: true }).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-item-option').getByText(name).click();
}

const owned = async (search: string, token: string) =>
  ((await api.call('CrmCustomer/queryPageList', { search }, token))['data'] as { totalRow: number }).totalRow;

describe('a hand-over', () => {
  it('follows when somebody is disabled: chosen, looked at, done, and taken back', async () => {
    const [leaver, heir] = [await leaverOf('任离职'), await hire('任接手')];
    const { context, page } = await product.open();
    await open(page, leaver.username);
    await act(page, leaver.realname, cn['staff.disable']);
    await button(page, cn['staff.disable']).click();
    await dialog(page).getByLabel(cn['crm_customer.many'], { exact: true }).waitFor();
    await button(page, cn['hand_over.preview']).click();
    await page.getByText(cn['hand_over.choose_heir']).waitFor();
    await choose(page, `${cn['hand_over.to']} ${cn['hand_over.heir']}`, heir.realname);
    expect(['who', await seriousFaults(page)]).toEqual(['who', []]);
    await button(page, cn['hand_over.preview']).click();
    await dialog(page)
      .getByRole('button', { name: translate('cn', 'hand_over.names', { title: cn['crm_customer.many'] }) })
      .click();
    await dialog(page).getByText(`${leaver.realname}的客户甲`).waitFor();
    expect(['preview', await seriousFaults(page)]).toEqual(['preview', []]);
    expect(await owned(`${leaver.realname}的客户`, heir.token)).toBe(0);
    await button(page, translate('cn', 'hand_over.start', { count: 3 })).click();
    await dialog(page)
      .getByText(translate('cn', 'hand_over.done_all', { count: 3 }))
      .waitFor();
    expect(await owned(`${leaver.realname}的客户`, heir.token)).toBe(2);
    await button(page, cn['hand_over.undo']).click();
    await dialog(page)
      .getByText(translate('cn', 'hand_over.undo_ask', { name: leaver.realname }))
      .waitFor();
    await button(page, cn['hand_over.undo']).click();
    await dialog(page).getByText(cn['hand_over.undone'], { exact: true }).waitFor();
    expect(await owned(`${leaver.realname}的客户`, heir.token)).toBe(0);
    await button(page, cn['hand_over.close']).click();
    await page.getByRole('button', { name: cn['staff_sheet.more_acts'] }).click();
    await page.getByRole('menuitem', { name: cn['hand_over.entry'] }).click();
    await page
      .getByRole('button', { name: translate('cn', 'hand_over.hand_named', { name: leaver.realname }) })
      .waitFor();
    await page.getByRole('button', { name: translate('cn', 'hand_over.open', { name: leaver.realname }) }).waitFor();
    expect(['drawer', await seriousFaults(page)]).toEqual(['drawer', []]);
    await context.close();
  });

  it('gives one kind to somebody else, on a phone', async () => {
    const [leaver, heir, other] = [await leaverOf('任转岗'), await hire('任同事'), await hire('任组长')];
    const { context, page } = await product.open({ width: 390, touch: true });
    await open(page, leaver.username);
    await act(page, leaver.realname, cn['hand_over.action']);
    await choose(page, `${cn['hand_over.to']} ${cn['hand_over.heir']}`, heir.realname);
    const customers = cn['crm_customer.many'];
    await dialog(page).getByLabel(customers, { exact: true }).click();
    await page.locator('.ant-select-item-option').getByText(cn['hand_over.rule_one'], { exact: true }).click();
    await choose(page, `${customers} ${cn['hand_over.heir']}`, other.realname);
    await button(page, cn['hand_over.preview']).click();
    await dialog(page).getByText(`${other.realname} 2`).waitFor();
    await dialog(page).getByText(`${heir.realname} 1`).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await button(page, cn['hand_over.back']).click();
    await button(page, cn['hand_over.preview']).click();
    await button(page, translate('cn', 'hand_over.start', { count: 3 })).click();
    await dialog(page)
      .getByText(translate('cn', 'hand_over.done_all', { count: 3 }))
      .waitFor();
    expect([
      await owned(`${leaver.realname}的客户`, other.token),
      await owned(`${leaver.realname}的客户`, heir.token),
    ]).toEqual([2, 0]);
    await context.close();
  });

  it('is offered for who comes under somebody else or will be away, and only for who holds something', async () => {
    const [mover, idle, boss] = [await leaverOf('任调岗'), await hire('任闲人'), await hire('任上级')];
    const { context, page } = await product.open();
    const offerOf = (name: string) => page.getByText(translate('cn', 'hand_over.offer', { names: name }));
    await product.enter(page);
    for (const person of [idle, mover]) {
      await product.visit(page, `/manager/employee-dep?search=${person.username}`);
      await page.getByRole('row').filter({ hasText: person.username }).getByRole('button').first().click();
      await choose(page, cn['person.superior'], boss.realname);
      const looked = page.waitForResponse(/queryHeld/);
      await button(page, cn['action.save']).click();
      await page.getByText(cn['staff.saved']).waitFor();
      await looked;
      await settled(page);
      expect(await offerOf(person.realname).count()).toBe(person === mover ? 1 : 0);
    }
    // no dialog in the way
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: cn['hand_over.not_now'] }).click();
    await offerOf(mover.realname).waitFor({ state: 'detached' });

    await product.visit(page, '/manager/system-examine?part=standIns');
    await page.getByLabel(cn['flow.away'], { exact: true }).click();
    await page.keyboard.type(mover.realname);
    await page.locator('.ant-select-item-option').getByText(mover.realname).click();
    await page.getByLabel(cn['flow.substitute'], { exact: true }).click();
    await page.keyboard.type(boss.realname);
    await page.locator('.ant-select-item-option').getByText(boss.realname).click();
    for (const [label, moment] of [
      [cn['flow.from'], '2090-01-01 09:00'],
      [cn['flow.until'], '2090-01-09 18:00'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(moment);
      await page.keyboard.press('Enter');
    }
    // Enter in the last input adds it
    await offerOf(mover.realname).waitFor();
    expect(['offer', await seriousFaults(page)]).toEqual(['offer', []]);
    await page.getByRole('button', { name: cn['hand_over.hand'], exact: true }).click();
    await page.waitForURL(/employee-dep\?hand_over=\d+$/);
    const title = translate('cn', 'hand_over.title', { name: mover.realname });
    await page.getByRole('dialog', { name: title }).getByLabel(cn['crm_customer.many'], { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/employee-dep$/);
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
    await context.close();
  });
});
