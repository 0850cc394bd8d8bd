import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Scene, Visit } from '../scene.ts';
import { act, button, dialog, fromMenu, inTurn, press, rows, selected } from '../reach.ts';

const customers = { who: 'manager', path: '/crm/customer' } as const;
const asAdmin = { who: 'admin', path: '/crm/customer' } as const;

/** Lists at work, and the dialogs that they open. */
export const listScenes: readonly Scene[] = [
  { ...customers, name: 'board', path: '/crm/customer?board=客户级别', share: 'few' },
  { ...customers, name: 'nothing-found', path: '/crm/customer?search=没有这样的公司', share: 'pair' },
  {
    ...customers,
    name: 'conditions',
    share: 'pair',
    path: `/crm/customer?filters=${encodeURIComponent(
      JSON.stringify([{ fieldName: 'mobile', condition: 'isNotNull', value: '' }]),
    )}`,
  },
  {
    ...customers,
    name: 'condition-form',
    share: 'pair',
    reach: async (visit) => {
      await press(visit, 'filter.add');
      await visit.page.getByRole('combobox', { name: visit.text('filter.pick_field') }).waitFor();
    },
  },
  { ...customers, name: 'columns', share: 'desk', reach: button('columns.title') },
  { ...customers, name: 'scene-manager', share: 'pair', reach: button('scene.setup') },
  { ...customers, name: 'selection', share: 'desk', reach: selected(3) },
  {
    ...customers,
    name: 'cell-editing',
    share: 'desk',
    reach: async (visit) => {
      await rows(visit).nth(1).locator('td').nth(2).click();
      await visit.page.keyboard.press('F2');
      await visit.page.locator('td input:focus').waitFor();
    },
  },
  { ...customers, name: 'transfer', share: 'desk', reach: inTurn(selected(2), act('record_action.transfer')) },
  { ...customers, name: 'edit-field', share: 'desk', reach: inTurn(selected(2), act('record_action.edit_field')) },
  { ...customers, name: 'members', share: 'desk', reach: inTurn(selected(2), act('record_action.add_members')) },
  { ...asAdmin, name: 'merge', share: 'desk', reach: inTurn(selected(2), act('merge.action')) },
  { ...asAdmin, name: 'delete', share: 'desk', reach: inTurn(selected(2), act('action.delete')) },
  { ...customers, name: 'own-acts', share: 'pair', reach: fromMenu('undo.title') },
  { ...asAdmin, name: 'recycle-bin', share: 'pair', reach: fromMenu('recycle.title') },
  { ...asAdmin, name: 'bulk-sheet', share: 'pair', reach: fromMenu('bulk_sheet.dialog.title') },
  {
    ...asAdmin,
    name: 'import-file',
    share: 'pair',
    reach: (visit) => openSheet(visit, 'list.import'),
  },
  { ...asAdmin, name: 'import-match', share: 'pair', reach: (visit) => matched(visit) },
  {
    ...asAdmin,
    name: 'import-check',
    share: 'few',
    reach: async (visit) => {
      await matched(visit);
      await press(visit, 'import.step.check', dialog(visit));
      await dialog(visit).getByRole('table').first().waitFor();
    },
  },
  {
    ...asAdmin,
    name: 'export',
    share: 'pair',
    reach: (visit) => openSheet(visit, 'list.export'),
  },
  { ...asAdmin, name: 'categories', path: '/crm/product', share: 'pair', reach: fromMenu('product_category.title') },
];

/** On a phone from the menu of the list. */
async function openSheet(visit: Visit, key: MessageKey): Promise<void> {
  await (visit.isPhone ? fromMenu(key)(visit) : press(visit, key));
  await dialog(visit).waitFor();
}

/** A chosen sheet: its columns beside their fields. */
async function matched(visit: Visit): Promise<void> {
  await openSheet(visit, 'list.import');
  await dialog(visit)
    .locator('input[type="file"]')
    .setInputFiles({ name: '展会名单.csv', mimeType: 'text/csv', buffer: Buffer.from(untidySheet) });
  await dialog(visit)
    .getByRole('button', { name: visit.text('import.step.check') })
    .waitFor();
}

/** Headings as people write them, and rows with faults. */
const untidySheet = [
  '公司名,联系手机,座机,等级,所属行业,备注说明',
  ...Array.from({ length: 24 }, (_, at) =>
    [
      at === 3 ? '' : `展会第${at + 1}家有限公司`,
      at % 7 === 2 ? '1381234' : `138${String(20_000_000 + at * 1357)}`,
      at % 3 === 0 ? `010-6${String(2_000_000 + at * 91)}` : '',
      ['A', 'B', '重要', 'C'][at % 4],
      ['IT', '生产', '教育培训'][at % 3],
      at % 5 === 0 ? '展台前详谈，希望下周收到报价' : '',
    ].join(','),
  ),
].join('\n');
