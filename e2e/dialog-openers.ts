import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { pageAddresses, recordAddresses } from './all-pages.ts';
import { furtherOpeners } from './dialog-openers-further.ts';
import { composer, firstCard, item, menuOf, moreOfList, type Opener } from './dialog-taps.ts';

// How a finger opens what stands over the pages. A new record type is in it by its declaration, and so is what stands in a
// menu; another new dialog adds a line here.

/** The row of this place in the menu of the designer; the second leads to another page. */
const itemAt = (place: number) => ({ at: `[role=menuitem]:nth-child(${place})` });
/** The button with the name of a part, which lists the others. */
const choice = { at: 'main button[aria-haspopup=dialog]:not([aria-label])' };
const pickProduct = { at: `button:has-text("${translate('cn', 'lines.pick', { name: cn['crm_product'] })}")` };

const customer = '/crm/customer';
const contacts = '/crm/contacts';
const home = '/crm/workbench';
const staff = '/manager/employee-dep';
const designer = '/manager/custom-field/handlefield/crm_contacts/3';
const parameters = '/manager/system-customer/biz-param';
const roles = '/manager/role-auth/2';

/** A list with so many conditions, each a chip. */
const chips = (count: number): string => {
  const fields = ['customer_name', 'telephone', 'website', 'remark', 'mobile'].slice(0, count);
  const filters = fields.map((fieldName) => ({ fieldName, condition: 'contains', value: '的' }));
  return `${customer}?filters=${encodeURIComponent(JSON.stringify(filters))}`;
};

/** The same program for every record type. */
const ofEveryType = recordAddresses.flatMap((path): Opener[] => [
  { path: `${path}?create=1`, taps: [], opens: ['record/form/record-form'] },
  { path, taps: [firstCard], opens: ['record/detail/record-detail'] },
  { path, taps: [firstCard, 'action.edit'] },
  { path, taps: ['filter.add'] },
  { path, taps: [moreOfList], itemsWithout: [] },
  { path, taps: [firstCard, 'qr.share'] },
  { path, taps: [firstCard, 'record_action.more'], itemsWithout: ['print.start'] },
]);

/** One dialog each: its page, what is tapped there, and its place in the source. */
const single = (
  [
    [home, ['message.open'], 'shell/messages/message-bell'],
    [home, ['shell.more'], 'shell/phone/more-sheet'],
    [home, ['shell.search_hint'], 'shell/search/search-dialog'],
    [home, ['action.create'], 'shell/phone/create-sheet'],
    [home, ['shell.more', 'duplicates.check'], 'modules/crm/duplicates/duplicate-dialog'],
    [home, ['workbench.new.crm_customer'], 'modules/crm/workbench/figure-rows'],
    [customer, ['filter.add'], 'record/filter/filter-bar 2'],
    [customer, ['scene.setup'], 'record/scenes/scene-setup'],
    [customer, [firstCard, 'qr.share'], 'record/share/share-dialog'],
    [customer, [firstCard, 'detail.rights', 'explain.readers'], 'record/explain/readers-dialog'],
    [customer, composer, 'record/follow-up/follow-up-dialog 1'],
    [customer, [...composer, 'moment.other'], 'record/next-contact/next-contact'],
    [customer, [...composer, 'emoji.pick'], 'record/follow-up/emoji-picker'],
    [customer, [...composer, 'picker.contacts'], 'modules/crm/contact-search'],
    [customer, [...composer, 'picker.related'], 'record/picker/related-records'],
    [chips(1), ['scene.save'], 'record/scenes/scene-dialog'],
    [chips(1), [{ at: `main button[title="${cn['filter.edit']}"]` }], 'record/filter/condition-chip 1'],
    [chips(1), ['filter.add_or'], 'record/filter/condition-chip 2'],
    [`${contacts}?create=1`, ['picker.open'], 'record/picker/relation-picker'],
    ['/crm/contract?create=1', ['lines.add_one'], 'record/lines/line-cards'],
    ['/crm/business?create=1', [pickProduct], 'record/lines/pick/line-picker'],
    ['/crm/business', [moreOfList, item('stage_group.title')], 'modules/crm/opportunities/groups/groups-dialog'],
    ['/crm/product', [moreOfList, item('product_category.title')], 'modules/crm/products/category-dialog'],
    ['/crm/send', [moreOfList, item('parcel.sheets')], 'modules/crm/shipments/tracking-dialog'],
    ['/crm/receipt', [moreOfList, item('invoice.tax_export')], 'modules/crm/invoices/tax-dialog'],
    [`${staff}?create=1`, [], 'modules/admin/staff/person-form'],
    [staff, ['department.title'], 'modules/admin/staff/staff-page'],
    [staff, ['department.title', 'department.new'], 'modules/admin/staff/department-dialog'],
    [staff, ['staff_sheet.more_acts', item('invite.entry')], 'modules/admin/staff/invite/invites-drawer'],
    [staff, ['staff_sheet.more_acts', item('invite.entry'), 'invite.make'], 'modules/admin/staff/invite/make-invite 2'],
    ['/manager/system-examine', ['flow.new'], 'modules/admin/approval-flows/flow-editor'],
    ['/manager/system-examine', ['flow.trial'], 'modules/admin/approval-flows/chain/trial-dialog'],
    ['/manager/system-customer/owner-source', ['owner_source.add'], 'modules/crm/owner-source/binding-dialog'],
    ['/manager/system-clue', ['lead_source.add'], 'modules/crm/lead-sources/source-dialog 2'],
    ['/manager/SMSBlackListSet', ['sms_blacklist.add'], 'modules/crm/sms-blacklist/blacklist-dialog'],
    ['/manager/SMSBlackListSet', ['sms_blacklist.import'], 'modules/crm/sms-blacklist/blacklist-import'],
    [
      '/manager/CorporateMessagingServices',
      [{ at: 'main li button[aria-label^="设置"]' }],
      'modules/crm/messaging-services/channel-dialog',
    ],
    ['/manager/system-log', ['order_log.settings'], 'modules/crm/order-log/school-dialog'],
    ['/manager/system-project', ['project_role.add'], 'modules/admin/project-roles/project-role-dialog'],
    ['/manager/webhooks', ['webhook.add'], 'modules/admin/webhooks/webhook-dialog'],
    ['/manager/webhooks', [{ at: 'main li button[aria-label^="推送记录"]' }], 'modules/admin/webhooks/webhook-log'],
    ['/manager/programs', ['program.add_company'], 'modules/admin/programs/program-dialog'],
    ['/manager/PublicCourseMapSet', ['course_map.add'], 'modules/crm/course-map/course-map-dialog'],
    ['/manager/system-workbench', ['approval_category.add'], 'modules/admin/approval-flows/categories/category-dialog'],
    ['/manager/IdCardManagement', ['business_card.add'], 'modules/crm/business-cards/card-dialog'],
    ['/manager/IdCardManagement', [{ at: 'main li [aria-label^="预览"]' }], 'modules/crm/business-cards/cards-page'],
    ['/manager/system-operate', ['guide.add'], 'modules/crm/operation-guide/guide-dialog'],
    ['/manager/system-customer/biz-goals', ['goal.copy'], 'modules/crm/goals/copy-dialog'],
    [`${parameters}/owned`, ['limit.add'], 'modules/crm/customers/settings/limit-dialog'],
    [`${parameters}/owned`, [choice], 'modules/crm/parameters/parameter-sections'],
    [`${parameters}/owned`, ['setting.changes'], 'ui/setting-changes/change-history'],
    [`${parameters}/numbers`, [{ at: 'main li button' }], 'record/sequences/rule-dialog'],
    [`${parameters}/stages`, ['stage_group.new'], 'modules/crm/opportunities/groups/group-dialog'],
    [designer, ['designer.add'], 'record/designer/designer 1'],
    [designer, [moreOfList, itemAt(1)], 'record/designer/preview/preview-dialog'],
    [designer, [moreOfList, itemAt(3)], 'record/designer/unique-rules-dialog'],
    [designer, [moreOfList, itemAt(4)], 'record/designer/life/form-life'],
    [designer, [moreOfList, itemAt(5)], 'record/designer/life/form-life'],
    [roles, [choice], 'modules/admin/roles/roles-page'],
    [roles, [choice, 'role.new'], 'modules/admin/roles/role-name-dialog'],
    [roles, ['role.relate'], 'modules/admin/roles/role-people'],
    [`${roles}?who=crm%3Acustomer%3Aindex`, [], 'modules/admin/roles/who-can-dialog'],
    [`${roles}?compare=`, [], 'modules/admin/roles/compare-dialog'],
    ['/person/index', ['person.change_password'], 'modules/auth/person/password-dialog'],
    ['/person/index', ['action.edit'], 'modules/auth/person/person-dialog'],
    ['/person/index', ['program.add'], 'modules/admin/programs/program-dialog'],
  ] as const
).map(([path, taps, opens]): Opener => ({ path, taps, opens: [opens] }));

/** Every entry of a menu, and what they open together. */
const menus: readonly Opener[] = [
  {
    path: customer,
    taps: [moreOfList],
    itemsWithout: [],
    opens: [
      'record/actions/operations-dialog',
      'record/recycle/recycle-dialog',
      'record/bulk-sheets/bulk-sheet-dialog',
      'record/import/import-dialog',
      'record/list/export-dialog',
    ],
  },
  {
    path: customer,
    taps: [firstCard, 'record_action.more'],
    itemsWithout: ['print.start'],
    opens: ['record/actions/transfer-dialog', 'record/actions/members-dialog'],
  },
  {
    path: '/crm/clue',
    taps: [firstCard, 'record_action.more'],
    itemsWithout: ['print.start'],
    opens: ['modules/crm/leads/conversion-dialog', 'modules/crm/leads/duty-dialog'],
  },
  {
    path: '/crm/seas',
    taps: [firstCard, 'record_action.more'],
    itemsWithout: ['print.start'],
    opens: ['modules/crm/customers/pool/distribute-dialog'],
  },
  { path: '/crm/seas', taps: [firstCard] },
  {
    path: staff,
    taps: ['staff_sheet.more_acts'],
    itemsWithout: ['staff_sheet.export'],
    opens: [
      'modules/admin/staff/sheets/past-imports',
      'modules/admin/staff/sheets/staff-import',
      'modules/admin/staff/handover/hand-overs-drawer 1',
    ],
  },
  {
    path: staff,
    taps: [menuOf],
    itemsWithout: ['staff.agent_on', 'viewing.as_person'],
    opens: [
      'modules/admin/staff/staff-dialogs 2',
      'modules/admin/staff/staff-dialogs 3',
      'modules/admin/staff/staff-dialogs 4',
      'modules/admin/staff/move/move-dialog',
      'modules/admin/staff/handover/hand-over-dialog',
    ],
  },
  { path: '/manager/webhooks', taps: [menuOf], itemsWithout: ['webhook.test'] },
];

export const openers: readonly Opener[] = [
  ...pageAddresses.map((path): Opener => ({ path, taps: ['help.open'], opens: ['ui/page/page-help'] })),
  ...ofEveryType,
  ...single,
  ...furtherOpeners,
  ...menus,
];

const drawsOthers = 'draws others, which are found where they are used';
const needsRows = 'begins with selected rows, which a phone does not have';

/** Dialogs that no opener opens, by their places, each with the reason, or where it is looked at 390 pixels wide. */
export const openedElsewhere: Readonly<Record<string, string>> = {
  'ui/sheet/dialog': drawsOthers,
  'ui/sheet/sheet': drawsOthers,
  'ui/popup': drawsOthers,
  'ui/pictures/crop-dialog': drawsOthers,
  'ui/video-dialog': drawsOthers,
  'record/actions/action-dialog': drawsOthers,
  'record/trees/tree-dialog': drawsOthers,
  'record/actions/edit-field-dialog': needsRows,
  'record/follow-up/follow-up-dialog 2': 'at a desk alone: a phone has it from below',
  'record/merge/merge-dialog': 'needs two rows; 390 wide in list-tools.test.ts',
  'modules/admin/staff/staff-dialogs 1': 'the handing over that follows, as from the menu',
  'modules/admin/staff/staff-dialogs 5': needsRows,
  'record/approval/list/pass-dialog': needsRows,
  'record/table/clipboard/paste-preview': 'a block is pasted by keys',
  'modules/crm/goals/paste-dialog': 'a block is pasted by keys',
  'shell/keys/keys-dialog': 'opened by a key',
  'record/designer/rollup-conditions': 'inside the properties of a field; on a phone in field-scale.test.ts',
  'record/designer/rules/condition-list 1': 'inside the properties of a field; on a phone in form-rules.test.ts',
  'record/approval/decision-dialog 2': 'at a desk alone',
  'record/filter/filter-bar 1': 'at a desk alone: a phone has a line for each condition',
  'ui/identity/password-question': 'needs an old login; staff.test.ts',
  'modules/crm/contracts/take-over-dialog': needsRows,
  'modules/crm/lead-sources/source-dialog 1': 'asks before changed leads; clue-sources.test.ts',
};
