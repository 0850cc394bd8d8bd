import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { composer, firstCard, inDialog, item, menuOf, recordAt, tabOf, type Opener } from './dialog-taps.ts';

// Dialogs that need more than a page of the demo company: records of `dialog-records.ts`, something written, or a picture.

const home = '/crm/workbench';
const staff = '/manager/employee-dep';
const figure = { at: 'li[data-figure] button' };
const contract = recordAt('contract', 'contract');
const designer = '/manager/custom-field/handlefield/crm_contacts/3';
/** One that is no part of the type. */
const formField = { at: 'main li:nth-child(5) button[aria-pressed]' };
const addCondition = (name: string) => ({ at: `button[aria-label="${cn['designer.add_condition']}：${name}"]` });
const more = 'record_action.more';

export const furtherOpeners = (
  [
    [contract, [tabOf('ledger.money_tab'), figure], 'modules/crm/ledger-entries'],
    [
      recordAt('contract', 'changed'),
      [
        tabOf('ledger.money_tab'),
        figure,
        { at: `[role=dialog] li button:has-text("${translate('cn', 'ledger.contract_version', { version: 1 })}")` },
      ],
      'modules/crm/contract-version-dialog',
    ],
    [recordAt('contract', 'waiting'), ['approval.reject'], 'record/approval/decision-dialog 1'],
    [
      recordAt('contract', 'waiting'),
      [{ at: `[role=dialog] .ant-btn-primary:has-text("${cn['approval.approve']}")` }],
      'record/approval/decision-dialog 1',
    ],
    [contract, [more, item('plan.instalments')], 'modules/crm/contracts/instalments/instalments-dialog'],
    [contract, [more, item('print.start')], 'record/print/print-dialog'],
    [recordAt('receipt', 'invoice'), [more, item('invoice.issue')], 'modules/crm/invoices/issue-dialog'],
    [recordAt('send', 'shipment'), [tabOf('parcel.list'), 'parcel.new'], 'modules/crm/shipments/parcel-dialog'],
    ['/crm/arrearage', ['crm_receivables.new'], 'modules/crm/arrears/settle-dialog'],
    [
      recordAt('customer', 'customer'),
      [tabOf('statement.tab'), 'credit.kind.1'],
      'modules/crm/customers/statement/credit-dialog',
    ],
    [recordAt('customer', 'customer'), ['detail.files', 'files.rename'], 'record/files/rename-dialog'],
    [recordAt('business', 'opportunity'), [more, item('crm_business.lose')], 'record/states/state-dialog'],
    ['/crm/customer', [...composer, { at: 'button[aria-label^="记录类型"]' }], 'record/follow-up/kind-choice'],
    ['/crm/customer', ['pool.reminder_show'], 'modules/crm/customers/pool/pool-reminder'],
    ['/crm/customer?create=1', ['help_video.open'], 'record/form/help-video'],
    [
      home,
      [
        'shell.more',
        'duplicates.check',
        { field: '[role=dialog] input:not([role=combobox])', text: '有限公司' },
        inDialog('duplicates.confirm'),
      ],
      'modules/crm/duplicates/duplicate-view',
    ],
    [staff, [{ at: 'button:has-text("个权限申请待确认")' }], 'modules/admin/requests-drawer'],
    ['/manager/rights-requests', [{ at: 'main li button' }], 'modules/admin/requests/request-dialog'],
    [
      staff,
      ['staff_sheet.more_acts', item('hand_over.entry'), { at: '[role=dialog] li button[aria-label*="任触摸"]' }],
      'modules/admin/staff/handover/hand-overs-drawer 2',
    ],
    [
      '/manager/system-customer/biz-param/stages',
      [menuOf, item('stage_group.required')],
      'modules/crm/opportunities/groups/stage-groups',
    ],
    [
      '/manager/system-examine',
      [{ at: 'main button[aria-label="编辑触摸流程"]' }, 'flow.rehearse'],
      'modules/admin/approval-flows/rehearsal-dialog',
    ],
    ['/manager/system-operate', [firstCard], 'modules/crm/operation-guide/guide-content'],
    [
      '/person/index',
      [
        'program.add',
        { field: '[role=dialog] input[type=text]', text: '触摸程序' },
        { at: '[role=dialog] .ant-checkbox-wrapper' },
        inDialog('action.create'),
      ],
      'modules/admin/programs/token-dialog',
    ],
    [
      `${staff}?dept=1`,
      [
        'staff_sheet.more_acts',
        item('invite.entry'),
        'invite.make',
        { at: '[role=dialog] .ant-checkbox-wrapper:has-text("销售员角色")' },
        inDialog('invite.create'),
      ],
      'modules/admin/staff/invite/make-invite 1',
    ],
    ['/manager/webhooks', [menuOf, item('webhook.new_secret')], 'modules/admin/webhooks/secret-dialog'],
    ['/manager/webhooks', [menuOf, item('action.delete')], 'ui/feedback'],
    [designer, [formField], 'record/designer/designer 2'],
    [designer, [formField, addCondition(cn['designer.shown_when'])], 'record/designer/rules/condition-list 2'],
    ['/person/index', [{ picture: 'main input[type=file]' }], 'modules/auth/person/avatar-dialog'],
    ['/manager/systemconfig', [{ picture: 'main input[type=file]' }], 'modules/admin/company/logo-dialog'],
    [
      '/manager/IdCardManagement',
      ['business_card.add', { picture: '[role=dialog] input[type=file]' }],
      'modules/crm/business-cards/photo-field',
    ],
  ] as const
).map(([path, taps, opens]): Opener => ({ path, taps, opens: [opens] }));
