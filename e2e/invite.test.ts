import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, inEnglish, pageWidth, settled } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

const words = { cn, en };
const password = 'Beitreten-Wolke-6631';
/** A second try meets the rows of the first. */
const newNumber = () => `17${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
const drawer = (page: Page, text: typeof cn | typeof en) => page.getByRole('dialog', { name: text['invite.entry'] });

/** The staff page of the administrator, with the drawer of links. */
async function openDrawer(page: Page, language: Language): Promise<void> {
  await product.enter(page);
  await product.visit(page, '/manager/employee-dep?dept=1');
  if (language === 'en') await inEnglish(page);
  await fromMenu(page, words[language]);
}

async function fromMenu(page: Page, text: typeof cn | typeof en): Promise<void> {
  await button(page, text['staff_sheet.more_acts']).click();
  await page.getByRole('menuitem', { name: text['invite.entry'] }).click();
  await drawer(page, text).waitFor();
}

/** Makes a link for salespeople of the department that the page is at. */
async function makeLink(page: Page, text: typeof cn | typeof en): Promise<string> {
  await button(drawer(page, text), text['invite.make']).click();
  const form = page.getByRole('dialog', { name: text['invite.make'] });
  await button(form, text['invite.create']).click();
  await form.getByText(text['staff.choose_roles']).waitFor();
  await form.getByRole('checkbox', { name: '销售员角色', exact: true }).check();
  expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
  await button(form, text['invite.create']).click();
  const made = page.getByRole('dialog', { name: text['invite.made'] });
  const link = await made.getByLabel(text['invite.link'], { exact: true }).inputValue();
  expect(link).toMatch(/\/join\/[\w-]{43}$/);
  expect(['made', await seriousFaults(page)]).toEqual(['made', []]);
  await button(made, text['action.close']).last().click();
  return new URL(link).pathname;
}

/** Fills in what a stranger sees at 390 px, and is told that it waits. */
async function applyBy(path: string, language: Language, given: { readonly name: string; readonly username: string }) {
  const text = words[language];
  const { context, page } = await product.open({ width: 390, height: 844, language });
  await product.visit(page, path);
  await page.getByText(text['join.hint']).waitFor();
  await settled(page);
  expect(await pageWidth(page)).toBeLessThanOrEqual(390);
  expect(['join', await seriousFaults(page)]).toEqual(['join', []]);
  await button(page, text['join.send']).click();
  await page.getByText(translate(language, 'field.required', { name: text['person.realname'] })).waitFor();
  await page.getByLabel(text['person.realname'], { exact: true }).fill(given.name);
  await page.getByLabel(text['person.mobile'], { exact: true }).fill(given.username);
  await page.getByLabel(text['password.new'], { exact: true }).fill('12345678');
  await page.getByLabel(text['password.repeat'], { exact: true }).fill('12345678');
  await button(page, text['join.send']).click();
  await page.getByText(text['password.common']).waitFor();
  await page.getByLabel(text['password.new'], { exact: true }).fill(password);
  await page.getByLabel(text['password.repeat'], { exact: true }).fill(password);
  await button(page, text['join.send']).click();
  await page.getByRole('heading', { name: text['join.sent_title'] }).waitFor();
  expect(['sent', await seriousFaults(page)]).toEqual(['sent', []]);
  await context.close();
}

describe('an invite link', () => {
  it.each(ofToday(['cn', 'en'] as const))(
    'is made, a stranger applies by it on a phone, is accepted, and logs in (%s)',
    async (language) => {
      const text = words[language];
      const given = { name: `戴新${randomInt(100_000)}`, username: newNumber() };
      const { context, page } = await product.open();
      await openDrawer(page, language);
      const path = await makeLink(page, text);
      await applyBy(path, language, given);
      await page.reload();
      await page.getByRole('button', { name: /申请待处理|requests? to join/ }).click();
      const waiting = drawer(page, text).getByRole('listitem').filter({ hasText: given.username });
      await waiting.getByText('销售员角色').waitFor();
      expect(['drawer', await seriousFaults(page)]).toEqual(['drawer', []]);
      await waiting.getByRole('checkbox').check();
      await button(drawer(page, text), translate(language, 'invite.accept', { count: 1 })).click();
      await page.getByText(translate(language, 'invite.accepted_many', { count: 1 })).waitFor();
      await waiting.waitFor({ state: 'detached' });
      const stranger = await product.open({ language });
      await logIn(stranger.page, product.url, given.username, password);
      await stranger.page.getByRole('heading', { level: 1 }).waitFor();
      await stranger.context.close();
      await context.close();
    },
  );

  it('is ended, looks the same to whoever opens it then, and nobody comes by it; on a phone too', async () => {
    const given = { name: `戴旧${randomInt(100_000)}`, username: newNumber() };
    const { context, page } = await product.open({ width: 390, height: 844 });
    await openDrawer(page, 'cn');
    const path = await makeLink(page, cn);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    const links = drawer(page, cn).getByRole('listitem').filter({ hasText: cn['invite.state_open'] });
    await links.first().getByRole('button').click();
    await button(dialog(page), cn['invite.end']).click();
    await page.getByText(cn['invite.ended']).waitFor();
    await applyBy(path, 'cn', given);
    await page.reload();
    await fromMenu(page, cn);
    await drawer(page, cn).getByText(cn['invite.state_ended']).first().waitFor();
    expect(await drawer(page, cn).getByText(given.username).count()).toBe(0);
    await context.close();
  });
});
