import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Scene, Visit } from './scene.ts';

type Reach = NonNullable<Scene['reach']>;

/** Exactly this name; two Chinese characters of a button are drawn with a gap between them. */
const named = (words: string): { readonly name: string | RegExp; readonly exact: boolean } => ({
  name: words.length === 2 ? new RegExp(`^${words.slice(0, 1)}\\s?${words.slice(1)}$`) : words,
  exact: true,
});

/** The button of exactly this name, in the last dialog if there is one. */
export async function press({ page, text }: Visit, key: MessageKey, within = page.locator('body')): Promise<void> {
  await within
    .getByRole('button', named(text(key)))
    .first()
    .click();
}

export const dialog = ({ page }: Visit) => page.getByRole('dialog').last();

export const dialogOpen: Reach = async (visit) => {
  await dialog(visit).getByRole('textbox').first().waitFor();
};

/** Rows of a list, or its cards on a phone. */
export const rows = ({ page, isPhone }: Visit) =>
  isPhone ? page.locator('main ul button, section ul button') : page.locator('tr.ant-table-row');

/** What is done one after the other. */
export const inTurn =
  (...steps: readonly Reach[]): Reach =>
  async (visit) => {
    for (const step of steps) await step(visit);
  };

export const button =
  (key: MessageKey): Reach =>
  (visit) =>
    press(visit, key);

/** From the menu of further acts of a list. */
export const fromMenu =
  (key: MessageKey): Reach =>
  async (visit) => {
    await press(visit, 'list.more');
    await visit.page
      .getByRole('menuitem', { name: visit.text(key) })
      .first()
      .click();
    await dialog(visit).waitFor();
  };

/** What a call says of the machine, such as space and milliseconds, in figures that are the same on each. */
export const withSteadyFigures =
  (path: string): Reach =>
  async ({ page }) => {
    await page.route(`**/api/${path}`, async (route) => {
      const response = await route.fetch();
      const steady = (says: string) => says.replaceAll(/\d+/g, '7').replaceAll(/milliseconds?/g, 'milliseconds');
      const body = (await response.text()).replaceAll(/"says":"[^"]*"/g, steady);
      await route.fulfill({ response, body });
    });
    await page.reload();
    await page.locator('h1').first().waitFor();
  };

/** Checks the first rows of a table. */
export const selected =
  (count: number): Reach =>
  async (visit) => {
    for (let at = 0; at < count; at += 1) await rows(visit).nth(at).locator('input[type=checkbox]').check();
  };

/** An act with the selected rows, from the bar or its menu. */
export const act =
  (key: MessageKey): Reach =>
  async (visit) => {
    const { page, text } = visit;
    const bar = page.getByRole('toolbar');
    await bar.waitFor();
    const shown = bar.getByRole('button', named(text(key)));
    if ((await shown.count()) > 0) await shown.click();
    else {
      await bar.getByRole('button', { name: text('record_action.more') }).click();
      await page.getByRole('menuitem', named(text(key))).click();
    }
    await dialog(visit).waitFor();
  };

/** Opens the first record of a list. */
export const opened: Reach = async (visit) => {
  await (visit.isPhone ? rows(visit).first() : visit.page.locator('tbody a:not([href^="tel:"])').first()).click();
  await dialog(visit).getByRole('tab').first().waitFor();
};

/** A tab of the opened record. */
export const tab =
  (key: MessageKey): Reach =>
  async (visit) => {
    await dialog(visit)
      .getByRole('tab', { name: new RegExp(`^${visit.text(key)}`) })
      .click();
    // a tab may load its program first
    await dialog(visit).locator('[role=tabpanel]:visible *').first().waitFor();
  };

export const inDialog =
  (key: MessageKey): Reach =>
  (visit) =>
    press(visit, key, dialog(visit));

/** An act of the opened record; on a phone from its menu. */
export const ofRecord =
  (key: MessageKey): Reach =>
  async (visit) => {
    const { page, isPhone, text } = visit;
    if (isPhone) {
      await dialog(visit)
        .getByRole('button', { name: text('record_action.more') })
        .click();
      await page.getByRole('menuitem', { name: text(key) }).click();
    } else await press(visit, key, dialog(visit));
    await page.locator('[role=dialog][aria-modal=true]').waitFor();
  };

/** What stands in the header at a desk, and behind 更多 on a phone. */
export const fromHeader =
  (key: MessageKey): Reach =>
  async (visit) => {
    if (visit.isPhone) await press(visit, 'shell.more');
    await visit.page
      .getByRole('button', { name: visit.text(key) })
      .last()
      .click();
  };
