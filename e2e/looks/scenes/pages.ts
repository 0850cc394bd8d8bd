import type { Scene } from '../scene.ts';

/** Every page behind the login. */
export const pageScenes: readonly Scene[] = [
  {
    name: 'workbench',
    who: 'manager',
    path: '/crm/workbench',
    share: 'all',
    filledBy: 'Crm/Instrument/queryBrief',
    canBeEmpty: true,
  },
  {
    name: 'to-do',
    who: 'manager',
    path: '/crm/message',
    share: 'all',
    filledBy: 'CrmBackLog/todayCustomer',
    canBeEmpty: true,
  },
  {
    name: 'follow-up-run',
    who: 'manager',
    path: '/crm/follow-up-run',
    share: 'all',
    filledBy: 'CrmBackLog/queryRun',
    canBeEmpty: true,
  },
  {
    name: 'leads',
    who: 'manager',
    path: '/crm/clue',
    share: 'all',
    filledBy: 'CrmLeads/queryPageList',
    canBeEmpty: true,
  },
  {
    name: 'customers',
    who: 'manager',
    path: '/crm/customer',
    share: 'all',
    filledBy: 'CrmCustomer/queryPageList',
    canBeEmpty: true,
  },
  {
    name: 'contacts',
    who: 'manager',
    path: '/crm/contacts',
    share: 'all',
    filledBy: 'CrmContacts/queryPageList',
    canBeEmpty: true,
  },
  {
    name: 'products',
    who: 'manager',
    path: '/crm/product',
    share: 'all',
    filledBy: 'CrmProduct/queryPageList',
  },
  {
    name: 'pool',
    who: 'manager',
    path: '/crm/seas',
    share: 'all',
    filledBy: 'CrmCustomer/queryPoolPageList',
  },
  {
    name: 'staff',
    who: 'admin',
    path: '/manager/employee-dep',
    share: 'all',
    filledBy: 'system/user/queryUserList',
  },
  {
    name: 'rights-requests',
    who: 'admin',
    path: '/manager/rights-requests',
    share: 'few',
    filledBy: 'system/rightsRequest/queryList',
  },
  {
    name: 'approval-flows',
    who: 'admin',
    path: '/manager/system-examine',
    share: 'few',
    filledBy: 'examine/queryAllExamine',
  },
  {
    name: 'stand-ins',
    who: 'manager',
    path: '/approval/stand-ins',
    share: 'few',
    filledBy: 'examine/queryStandInList',
  },
  {
    name: 'pool-rules',
    who: 'admin',
    path: '/manager/system-customer/customer',
    share: 'all',
    filledBy: 'CrmCustomer/getRulesSetting',
  },
  {
    name: 'parameters',
    who: 'admin',
    path: '/manager/system-customer/biz-param',
    share: 'few',
    filledBy: 'CrmCustomer/queryCustomerSetting',
  },
  {
    name: 'print-templates',
    who: 'admin',
    path: '/manager/print-templates?label=6',
    share: 'few',
    filledBy: 'printing/queryTemplateList',
  },
  {
    name: 'print-template',
    who: 'admin',
    path: '/manager/print-templates?label=6&template=own-1&copy=1',
    share: 'few',
    filledBy: 'printing/queryTemplate',
  },
  { name: 'person', who: 'manager', path: '/person/index', share: 'all', filledBy: 'system/user/queryLoginList' },
  { name: 'missing-page', who: 'manager', path: '/nowhere', share: 'few' },
];

/** What a visitor sees without a login. */
export const entranceScenes: readonly Scene[] = [
  { name: 'login', who: 'visitor', path: '/login', share: 'all' },
  {
    name: 'login-refused',
    who: 'visitor',
    path: '/login',
    share: 'pair',
    reach: async ({ page }) => {
      await page.locator('input[autocomplete="username"]').fill('admin');
      await page.locator('input[autocomplete="current-password"]').fill('wrong-password-1');
      await page.locator('button[type="submit"]').click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'setup', who: 'visitor', path: '/setup#token-of-a-new-company', share: 'pair' },
  { name: 'set-password', who: 'visitor', path: '/set-password#token-of-a-colleague', share: 'pair' },
];
