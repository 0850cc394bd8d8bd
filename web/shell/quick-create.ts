import { ContactsOutlined, BulbOutlined, IdcardOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** An entry of ＋新建 (spec §2). It shows when its permission is held and its page is built and allowed. */
interface QuickCreateEntry {
  readonly title: MessageKey;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  readonly permission: Permission;
  /** Where the form opens: the list page opens it on `?create=1`. */
  readonly path: string;
}

export const quickCreateEntries: readonly QuickCreateEntry[] = [
  { title: 'crm_leads', icon: BulbOutlined, permission: 'crm:leads:save', path: '/crm/clue' },
  { title: 'crm_customer', icon: IdcardOutlined, permission: 'crm:customer:save', path: '/crm/customer' },
  { title: 'crm_contacts', icon: ContactsOutlined, permission: 'crm:contacts:save', path: '/crm/contacts' },
];
