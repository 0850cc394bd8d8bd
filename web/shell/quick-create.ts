import type { ComponentType } from 'react';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** An entry of ＋新建 (R11.6). Shown when its permission is granted and its page is built and allowed. */
interface QuickCreateEntry {
  readonly title: MessageKey;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  readonly permission: Permission;
  /** Where the form opens: the list page opens it on `?create=1`. */
  readonly path: string;
}

export const quickCreateEntries: readonly QuickCreateEntry[] = recordPages.map(({ type, icon, path }) => ({
  title: type.name,
  icon,
  permission: permissionOf(type, 'save'),
  path,
}));
