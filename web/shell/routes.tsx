import {
  ApartmentOutlined,
  CheckSquareOutlined,
  ControlOutlined,
  DashboardOutlined,
  FieldTimeOutlined,
  InboxOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import { useToDoTotal } from '#web/modules/crm/to-do/to-do-count.ts';
import type { Page } from '#web/shell/page.ts';
import { recordScreens } from '#web/shell/record-screens.ts';

/** Every page behind the login, in the order of the sidebars. A page is listed once it is built. */
export const pages: readonly Page[] = [
  {
    path: '/crm/workbench',
    area: 'crm',
    needs: null,
    title: 'page.workbench',
    icon: DashboardOutlined,
    page: lazyPage(() => import('#web/modules/crm/workbench/workbench-page.tsx'), 'WorkbenchPage'),
  },
  {
    path: '/crm/message',
    area: 'crm',
    needs: null,
    title: 'page.todo',
    icon: CheckSquareOutlined,
    useBadge: useToDoTotal,
    page: lazyPage(() => import('#web/shell/message-page.tsx'), 'MessagePage'),
  },
  {
    path: '/crm/follow-up-run',
    area: 'crm',
    needs: null,
    title: 'page.queue',
    icon: CheckSquareOutlined,
    isHidden: true,
    page: lazyPage(() => import('#web/shell/follow-up-run-page.tsx'), 'FollowUpRunPage'),
  },
  ...recordPages.map(({ type, path, title, icon }): Page => ({
    path,
    area: type.area,
    needs: [type.area, type.module],
    title,
    icon,
    page: recordScreens[type.name].page,
  })),
  {
    path: '/crm/seas',
    area: 'crm',
    needs: ['crm', 'pool'],
    title: 'page.pool',
    icon: InboxOutlined,
    page: lazyPage(() => import('#web/modules/crm/customers/pool/pool-page.tsx'), 'PoolPage'),
  },
  {
    path: '/manager/employee-dep',
    area: 'manage',
    needs: ['manage', 'users', 'read'],
    title: 'staff.title',
    icon: ApartmentOutlined,
    page: lazyPage(() => import('#web/modules/admin/staff/staff-page.tsx'), 'StaffPage'),
  },
  {
    path: '/manager/system-customer/customer',
    area: 'manage',
    needs: ['manage', 'crm', 'pool'],
    title: 'page.pool_rules',
    group: 'page.crm_settings',
    icon: FieldTimeOutlined,
    page: lazyPage(() => import('#web/modules/crm/customers/settings/pool-rules-page.tsx'), 'PoolRulesPage'),
  },
  {
    path: '/manager/system-customer/biz-param',
    area: 'manage',
    needs: ['manage', 'crm', 'setting'],
    title: 'page.parameters',
    group: 'page.crm_settings',
    icon: ControlOutlined,
    page: lazyPage(() => import('#web/modules/crm/customers/settings/parameters-page.tsx'), 'ParametersPage'),
  },
  {
    path: '/person/index',
    area: null,
    needs: null,
    title: 'shell.person',
    icon: UserOutlined,
    page: lazyPage(() => import('#web/modules/auth/person/person-page.tsx'), 'PersonPage'),
  },
];
