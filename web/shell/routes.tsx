import {
  ApartmentOutlined,
  ControlOutlined,
  FieldTimeOutlined,
  IdcardOutlined,
  InboxOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/shell/page.ts';

/** Every page behind the login, in the order of the sidebars. A page is listed once it is built. */
export const pages: readonly Page[] = [
  {
    path: '/crm/customer',
    area: 'crm',
    needs: ['crm', 'customer'],
    title: 'page.customers',
    icon: IdcardOutlined,
    page: lazyPage(() => import('#web/modules/crm/customers/customer-page.tsx'), 'CustomerPage'),
  },
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
