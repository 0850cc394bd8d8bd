import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  FileDoneOutlined,
  FormOutlined,
  PartitionOutlined,
  PrinterOutlined,
  SafetyCertificateOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import {
  categoriesAddress,
  categoryFormAddress,
} from '#web/modules/admin/approval-flows/categories/category-address.ts';
import { auditAddress } from '#web/modules/admin/audit/audit-address.ts';
import { operationAddress } from '#web/modules/admin/operation/operation-address.ts';
import { rolesAddress, useRoleEntries } from '#web/modules/admin/roles/role-address.ts';
import { useRequestTotal } from '#web/modules/admin/request-count.ts';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';
import { templateAddress } from '#web/record/print/template-address.ts';

/** Administration: the company and its applications, employees and departments, approval flows. */
export const adminPages: readonly Page[] = [
  {
    path: '/manager/systemconfig',
    area: 'manage',
    needs: ['manage', 'system', 'read'],
    title: 'page.system_config',
    help: 'help.system_config',
    icon: BankOutlined,
    page: managePage(() => import('#web/modules/admin/company/system-config-page.tsx'), 'SystemConfigPage'),
  },
  {
    path: '/manager/application',
    area: 'manage',
    needs: ['manage', 'configSet', 'read'],
    title: 'page.applications',
    help: 'help.applications',
    icon: AppstoreOutlined,
    page: managePage(() => import('#web/modules/admin/applications/applications-page.tsx'), 'ApplicationsPage'),
  },
  {
    path: '/manager/employee-dep',
    area: 'manage',
    needs: ['manage', 'users', 'read'],
    title: 'staff.title',
    help: 'help.staff',
    icon: ApartmentOutlined,
    page: managePage(() => import('#web/modules/admin/staff/staff-page.tsx'), 'StaffPage'),
  },
  {
    path: `${rolesAddress}/*`,
    area: 'manage',
    needs: ['manage', 'permission'],
    title: 'role.title',
    help: 'help.roles',
    group: 'role.title',
    icon: SafetyCertificateOutlined,
    useEntries: useRoleEntries,
    page: managePage(() => import('#web/modules/admin/roles/roles-page.tsx'), 'RolesPage'),
  },
  {
    path: '/manager/rights-requests',
    area: 'manage',
    needs: ['manage'],
    title: 'rights.requests',
    help: 'help.requests',
    icon: AuditOutlined,
    useBadge: useRequestTotal,
    page: managePage(() => import('#web/modules/admin/requests/requests-panel.tsx'), 'RequestsPanel'),
  },
  {
    path: '/manager/system-examine',
    area: 'manage',
    needs: ['manage', 'examineFlow', 'update'],
    title: 'flow.title',
    help: 'help.flows',
    icon: PartitionOutlined,
    page: managePage(() => import('#web/modules/admin/approval-flows/flows-page.tsx'), 'FlowsPage'),
  },
  {
    path: categoriesAddress,
    area: 'manage',
    needs: ['manage', 'oa', 'examine'],
    title: 'page.approval_categories',
    help: 'help.approval_categories',
    icon: FileDoneOutlined,
    page: managePage(
      () => import('#web/modules/admin/approval-flows/categories/categories-page.tsx'),
      'CategoriesPage',
    ),
  },
  {
    path: `${categoryFormAddress}/*`,
    area: 'manage',
    needs: ['manage', 'oa', 'examine'],
    title: 'page.designer',
    help: 'help.approval_form',
    icon: FormOutlined,
    isHidden: true,
    page: managePage(
      () => import('#web/modules/admin/approval-flows/categories/category-form-page.tsx'),
      'CategoryFormPage',
    ),
  },
  {
    path: `${auditAddress}/*`,
    area: 'manage',
    needs: ['manage', 'audit', 'read'],
    title: 'page.audit',
    help: 'help.audit',
    icon: AuditOutlined,
    page: managePage(() => import('#web/modules/admin/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: `${operationAddress}/*`,
    area: 'manage',
    needs: ['manage', 'operation', 'read'],
    title: 'page.operation',
    help: 'help.operation',
    icon: AppstoreOutlined,
    page: managePage(() => import('#web/modules/admin/operation/operation-page.tsx'), 'OperationPage'),
  },
  {
    path: '/approval/stand-ins',
    area: null,
    needs: null,
    title: 'flow.standIns',
    help: 'help.stand_ins',
    icon: UserSwitchOutlined,
    page: lazyPage(() => import('#web/modules/admin/approval-flows/stand-in-page.tsx'), 'StandInPage'),
  },
  {
    path: '/manager/system-project',
    area: 'manage',
    needs: ['manage', 'work', 'update'],
    title: 'page.project_roles',
    help: 'help.project_roles',
    icon: PartitionOutlined,
    page: managePage(() => import('#web/modules/admin/project-roles/project-roles-page.tsx'), 'ProjectRolesPage'),
  },
  {
    path: templateAddress,
    area: 'manage',
    needs: ['manage', 'crm', 'setting'],
    title: 'page.templates',
    help: 'help.templates',
    icon: PrinterOutlined,
    page: managePage(() => import('#web/modules/admin/templates/templates-page.tsx'), 'TemplatesPage'),
  },
];
