import type { PermissionPath } from '#web/lib/session/permissions.ts';
import type { AreaKey } from '#web/modules/page.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface Area {
  readonly path: string;
  readonly title: MessageKey;
  /** The group of the permission tree that opens it (R6.2). */
  readonly needs: PermissionPath;
}

export const areas: Readonly<Record<AreaKey, Area>> = {
  office: { path: '/workbench', title: 'area.office', needs: ['oa'] },
  crm: { path: '/crm', title: 'area.crm', needs: ['crm'] },
  bi: { path: '/bi', title: 'area.bi', needs: ['bi'] },
  project: { path: '/project', title: 'area.project', needs: ['project'] },
  manage: { path: '/manager', title: 'area.manage', needs: ['manage'] },
};

/** Areas of the header, in its order; administration is opened from the user menu (R1.2). */
export const headerAreas: readonly AreaKey[] = ['office', 'crm', 'bi', 'project'];

/** The order in which the first page is determined (R1.3). */
export const homeOrder: readonly AreaKey[] = ['office', 'crm', 'bi', 'manage', 'project'];
