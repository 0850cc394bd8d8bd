import type { Scene } from '../scene.ts';

/** Every page behind the login. Waiting, failed and refused are pictured where pages draw them in a way of their own. */
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
    share: 'few',
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
    share: 'few',
    canBeEmpty: true,
  },
  {
    name: 'products',
    who: 'manager',
    path: '/crm/product',
    share: 'few',
  },
  {
    name: 'opportunities',
    who: 'manager',
    path: '/crm/business',
    share: 'few',
  },
  {
    name: 'contracts',
    who: 'manager',
    path: '/crm/contract',
    share: 'few',
  },
  {
    name: 'receivables',
    who: 'manager',
    path: '/crm/money',
    share: 'pair',
  },
  {
    name: 'plans',
    who: 'manager',
    path: '/crm/plan',
    share: 'pair',
  },
  {
    name: 'invoices',
    who: 'manager',
    path: '/crm/receipt',
    share: 'pair',
  },
  {
    name: 'shipments',
    who: 'manager',
    path: '/crm/send',
    share: 'pair',
  },
  {
    name: 'arrears',
    who: 'manager',
    path: '/crm/arrearage',
    share: 'pair',
  },
  {
    name: 'bank',
    who: 'admin',
    path: '/crm/bank',
    share: 'pair',
  },
  {
    name: 'ledger',
    who: 'admin',
    path: '/crm/ledger',
    share: 'pair',
  },
  {
    name: 'pool',
    who: 'manager',
    path: '/crm/seas',
    share: 'few',
  },
  {
    name: 'company',
    who: 'admin',
    path: '/manager/systemconfig',
    share: 'pair',
  },
  {
    name: 'applications',
    who: 'admin',
    path: '/manager/application',
    share: 'pair',
  },
  {
    name: 'staff',
    who: 'admin',
    path: '/manager/employee-dep',
    share: 'pair',
    filledBy: 'system/user/queryUserList',
  },
  {
    name: 'rights-requests',
    who: 'admin',
    path: '/manager/rights-requests',
    share: 'pair',
  },
  {
    name: 'roles',
    who: 'admin',
    path: '/manager/role-auth?tab=rights',
    share: 'pair',
  },
  {
    name: 'duty',
    who: 'admin',
    path: '/manager/system-scheduling',
    share: 'pair',
  },
  {
    name: 'approval-flows',
    who: 'admin',
    path: '/manager/system-examine',
    share: 'pair',
  },
  {
    name: 'stand-ins',
    who: 'manager',
    path: '/approval/stand-ins',
    share: 'pair',
  },
  {
    name: 'pool-rules',
    who: 'admin',
    path: '/manager/system-customer/customer',
    share: 'pair',
  },
  {
    name: 'course-map',
    who: 'admin',
    path: '/manager/PublicCourseMapSet',
    share: 'pair',
  },
  {
    name: 'custom-fields',
    who: 'admin',
    path: '/manager/system-customer/custom-field',
    share: 'pair',
  },
  {
    name: 'designer',
    who: 'admin',
    path: '/manager/custom-field/handlefield/crm_customer/2',
    share: 'pair',
  },
  {
    name: 'business-cards',
    who: 'admin',
    path: '/manager/IdCardManagement',
    share: 'pair',
  },
  {
    name: 'owner-source',
    who: 'admin',
    path: '/manager/system-customer/owner-source',
    share: 'pair',
  },
  {
    name: 'sms-blacklist',
    who: 'admin',
    path: '/manager/SMSBlackListSet',
    share: 'pair',
  },
  {
    name: 'parameters',
    who: 'admin',
    path: '/manager/system-customer/biz-param/owned',
    share: 'pair',
  },
  {
    name: 'parameters-stages',
    who: 'admin',
    path: '/manager/system-customer/biz-param/stages',
    share: 'pair',
  },
  {
    name: 'goals',
    who: 'admin',
    path: '/manager/system-customer/biz-goals',
    share: 'pair',
  },
  {
    name: 'print-templates',
    who: 'admin',
    path: '/manager/print-templates?label=6',
    share: 'pair',
  },
  {
    name: 'print-template',
    who: 'admin',
    path: '/manager/print-templates?label=6&template=own-1&copy=1',
    share: 'pair',
  },
  { name: 'person', who: 'manager', path: '/person/index', share: 'pair', filledBy: 'system/user/queryLoginList' },
  { name: 'missing-page', who: 'manager', path: '/nowhere', share: 'pair' },
];

/** What a visitor sees without a login. */
export const entranceScenes: readonly Scene[] = [
  { name: 'login', who: 'visitor', path: '/login', share: 'few' },
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
