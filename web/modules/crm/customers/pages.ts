import { ControlOutlined, FieldTimeOutlined, InboxOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** The customer pages besides the list: the pool, its rules and the parameters. */
export const customerPages: readonly Page[] = [
  {
    path: '/crm/seas',
    area: 'crm',
    needs: ['crm', 'pool'],
    title: 'page.pool',
    help: 'help.pool',
    icon: InboxOutlined,
    page: lazyPage(() => import('#web/modules/crm/customers/pool/pool-page.tsx'), 'PoolPage'),
  },
  {
    path: '/manager/system-customer/customer',
    area: 'manage',
    needs: ['manage', 'crm', 'pool'],
    title: 'page.pool_rules',
    help: 'help.pool_rules',
    group: 'page.crm_settings',
    icon: FieldTimeOutlined,
    page: managePage(() => import('#web/modules/crm/customers/pool-rules/rules-page.tsx'), 'PoolRulesPage'),
  },
  {
    path: '/manager/system-customer/biz-param/*',
    area: 'manage',
    needs: ['manage', 'crm', 'setting'],
    title: 'page.parameters',
    help: 'help.parameters',
    group: 'page.crm_settings',
    icon: ControlOutlined,
    page: managePage(() => import('#web/modules/parameters-page.tsx'), 'ParametersPage'),
  },
];
