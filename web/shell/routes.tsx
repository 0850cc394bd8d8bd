import { ApartmentOutlined, IdcardOutlined, UserOutlined } from '@ant-design/icons';
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
    path: '/manager/employee-dep',
    area: 'manage',
    needs: ['manage', 'users', 'read'],
    title: 'staff.title',
    icon: ApartmentOutlined,
    page: lazyPage(() => import('#web/modules/admin/staff/staff-page.tsx'), 'StaffPage'),
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
