import { CheckSquareOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import { adminPages } from '#web/modules/admin/pages.ts';
import { personPages } from '#web/modules/auth/person/pages.ts';
import { arrearsPages } from '#web/modules/crm/arrears/pages.ts';
import { businessCardPages } from '#web/modules/crm/business-cards/pages.ts';
import { operationGuidePages } from '#web/modules/crm/operation-guide/pages.ts';
import { courseMapPages } from '#web/modules/crm/course-map/pages.ts';
import { customFieldPages } from '#web/modules/crm/custom-fields/pages.ts';
import { customerPages } from '#web/modules/crm/customers/pages.ts';
import { dutyPages } from '#web/modules/crm/duty/pages.ts';
import { goalPages } from '#web/modules/crm/goals/pages.ts';
import { ledgerPages } from '#web/modules/crm/ledger/pages.ts';
import { receivablePages } from '#web/modules/crm/receivables/pages.ts';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import { useToDoTotal } from '#web/modules/crm/to-do/to-do-count.ts';
import { leadSourcePages } from '#web/modules/crm/lead-sources/pages.ts';
import { ownerSourcePages } from '#web/modules/crm/owner-source/pages.ts';
import { smsBlacklistPages } from '#web/modules/crm/sms-blacklist/pages.ts';
import { orderLogPages } from '#web/modules/crm/order-log/pages.ts';
import { messagingPages } from '#web/modules/crm/messaging-services/pages.ts';
import { workbenchPages } from '#web/modules/crm/workbench/pages.ts';
import type { Page } from '#web/modules/page.ts';
import { recordScreens } from '#web/modules/record-screens.ts';

/** Waiting work of all modules, shown by the screens of several. */
const toDoPages: readonly Page[] = [
  {
    path: '/crm/message',
    area: 'crm',
    needs: null,
    title: 'page.todo',
    help: 'help.todo',
    isFrequent: true,
    icon: CheckSquareOutlined,
    useBadge: useToDoTotal,
    page: lazyPage(() => import('#web/modules/message-page.tsx'), 'MessagePage'),
  },
  {
    path: '/crm/follow-up-run',
    area: 'crm',
    needs: null,
    title: 'page.queue',
    help: 'help.queue',
    icon: CheckSquareOutlined,
    isHidden: true,
    page: lazyPage(() => import('#web/modules/follow-up-run-page.tsx'), 'FollowUpRunPage'),
  },
];

const listPages = recordPages.map(({ type, path, title, help, icon, ...more }): Page => ({
  path,
  area: type.area,
  needs: [type.area, type.module],
  title,
  help,
  icon,
  ...('isFrequent' in more && { isFrequent: more.isFrequent }),
  page: recordScreens[type.name].page,
}));

/** Every page behind the login, in sidebar order within its area. Pages are listed once they are built. */
export const pages: readonly Page[] = [
  ...workbenchPages,
  ...toDoPages,
  ...listPages,
  ...arrearsPages,
  ...receivablePages,
  ...ledgerPages,
  ...adminPages,
  ...customFieldPages,
  ...customerPages,
  ...dutyPages,
  ...courseMapPages,
  ...ownerSourcePages,
  ...leadSourcePages,
  ...smsBlacklistPages,
  ...messagingPages,
  ...orderLogPages,
  ...businessCardPages,
  ...operationGuidePages,
  ...goalPages,
  ...personPages,
];
