import type { MessageKey } from '#shared/i18n/translate.ts';
import { elsewhere } from '../company.ts';
import { button, dialogOpen, fromHeader, inTurn } from '../reach.ts';
import type { Scene } from '../scene.ts';

const home = { who: 'manager', path: '/crm/workbench' } as const;
const staff = { who: 'admin', path: '/manager/employee-dep' } as const;

/** A button of the header whose name says more, such as a number. */
const opening =
  (key: MessageKey): NonNullable<Scene['reach']> =>
  ({ page, text }) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: text(key) })
      .click();

/** What opens from the frame around the pages, and the dialogs of the pages without records. */
export const frameScenes: readonly Scene[] = [
  {
    ...home,
    name: 'search',
    share: 'few',
    reach: async ({ page }) => {
      await page.keyboard.press('/');
      await page.locator('input[type=search]:focus').fill('云图');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    ...home,
    name: 'keys',
    share: 'desk',
    reach: async ({ page }) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...home,
    name: 'messages',
    share: 'few',
    reach: async (visit) => {
      await opening('message.open')(visit);
      const { page, text } = visit;
      await page
        .getByText(text('message.read_all'))
        .or(page.getByText(text('message.empty')))
        .first()
        .waitFor();
    },
  },
  { ...home, name: 'user-menu', share: 'desk', reach: opening('shell.user_menu') },
  { ...home, name: 'more-sheet', share: 'phone', reach: button('shell.more') },
  { ...home, name: 'create-sheet', share: 'phone', reach: button('action.create') },
  {
    ...home,
    name: 'figure',
    share: 'pair',
    reach: async ({ page, text }) => {
      await page
        .getByRole('button', { name: text('workbench.new.crm_customer') })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
    },
  },
  {
    ...home,
    name: 'duplicates',
    share: 'pair',
    reach: async (visit) => {
      await fromHeader('duplicates.check')(visit);
      const box = visit.page.getByRole('textbox', { name: visit.text('duplicates.input') });
      await box.fill(elsewhere);
      await box.press('Enter');
      // the number, which is masked
      await visit.page.getByRole('dialog').last().getByText('****').waitFor();
    },
  },
  { ...staff, name: 'staff-form', share: 'pair', reach: inTurn(button('staff.new'), dialogOpen) },
  { ...staff, name: 'department-form', share: 'desk', reach: inTurn(button('department.new'), dialogOpen) },
  {
    name: 'password-form',
    who: 'manager',
    path: '/person/index',
    share: 'pair',
    reach: inTurn(button('person.change_password'), dialogOpen),
  },
  {
    name: 'person-form',
    who: 'manager',
    path: '/person/index',
    share: 'pair',
    reach: inTurn(button('action.edit'), dialogOpen),
  },
];
