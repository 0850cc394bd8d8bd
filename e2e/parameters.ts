import type { Page } from 'playwright-core';
import { cn } from '#shared/i18n/cn.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { button, dialog, overlaysLeft, settled } from './page.ts';
import type { Product, Profile } from './product.ts';
import { adminPassword } from './server.ts';

export const address = '/manager/system-customer/biz-param';

export const text = (key: MessageKey, values: Record<string, string | number> = {}): string =>
  translate('cn', key, values);

/** The sections of business parameters, for the administrator of a product. */
export function openParameters(product: () => Product) {
  const api = openApi(product);
  let token: string | undefined;
  return {
    api,
    call: async <T>(path: string, body: object = {}): Promise<T> => {
      token ??= await api.tokenOf('admin', adminPassword);
      return (await api.call(path, body, token))['data'] as T;
    },
    open: async (
      section: string,
      size?: { width: number; height: number },
    ): Promise<{ context: Profile; page: Page }> => {
      const { context, page } = await product().open(size);
      await product().enter(page);
      await product().visit(page, `${address}/${section}`);
      await settled(page);
      return { context, page };
    },
  };
}

/** Takes back the newest change of the section, from the history in its title. */
export async function takeBack(page: Page): Promise<void> {
  await button(page, cn['setting.changes']).click();
  const history = page.getByRole('dialog', { name: cn['setting.changes'] });
  await history.getByRole('listitem').first().getByRole('button').click();
  await page.getByText(cn['setting.take_back_question']).waitFor();
  await dialog(page).locator('button:focus').waitFor();
  await button(dialog(page), cn['action.ok']).click();
  await page.getByText(cn['setting.taken_back']).last().waitFor();
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  await overlaysLeft(page);
}
