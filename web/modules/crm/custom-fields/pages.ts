import { FormOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Custom fields: the forms, and the designer of one. */
export const customFieldPages: readonly Page[] = [
  {
    path: '/manager/system-customer/custom-field',
    area: 'manage',
    needs: ['manage', 'crm', 'field'],
    title: 'page.custom_fields',
    help: 'help.custom_fields',
    group: 'page.crm_settings',
    icon: FormOutlined,
    page: managePage(() => import('#web/modules/crm/custom-fields/forms-page.tsx'), 'FormsPage'),
  },
  {
    path: '/manager/custom-field/handlefield/*',
    area: 'manage',
    needs: ['manage', 'crm', 'field'],
    title: 'page.designer',
    help: 'help.designer',
    icon: FormOutlined,
    isHidden: true,
    page: managePage(() => import('#web/modules/crm/custom-fields/form-designer-page.tsx'), 'FormDesignerPage'),
  },
];
