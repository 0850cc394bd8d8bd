import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** An area that a company can switch off as a whole. */
export type Application = 'oa' | 'crm' | 'project';

interface ApplicationRow {
  readonly settingId: number;
  readonly module: Application | 'hrm' | 'jxc';
  readonly name: MessageKey;
  /** Beginnings of the permissions that nobody has while it is off; null for what is still to come. */
  readonly closes: readonly string[] | null;
}

/** The applications, in the order in which they are shown. */
export const applications: readonly ApplicationRow[] = [
  { settingId: 1, module: 'oa', name: 'application.oa', closes: ['oa:', 'bi:oa:'] },
  {
    settingId: 2,
    module: 'crm',
    name: 'application.crm',
    closes: [
      'crm:',
      'bi:achievement:',
      'bi:business:',
      'bi:customer:',
      'bi:contract:',
      'bi:product:',
      'bi:portrait:',
      'bi:ranking:',
    ],
  },
  // what a role may do in a project is of no use without projects
  { settingId: 3, module: 'project', name: 'application.project', closes: ['project:', 'work:'] },
  { settingId: 4, module: 'hrm', name: 'application.hrm', closes: null },
  { settingId: 5, module: 'jxc', name: 'application.jxc', closes: null },
];

/** What older clients call applications that can be used, and those that are still to come. */
export const applicationTypes = { usable: '1', coming: '2' } as const;

export const isApplication = (module: string): module is Application =>
  applications.some((one) => one.module === module && one.closes !== null);

/** The application that a permission is of; undefined for what no switch closes, such as the back office. */
export const applicationOf = (permission: Permission): Application | undefined =>
  applications.find(({ closes }) => closes?.some((beginning) => permission.startsWith(beginning)))?.module as
    | Application
    | undefined;

/** Whether a permission can be had while some applications are off. */
export function isOpen(permission: Permission, off: ReadonlySet<Application>): boolean {
  if (off.size === 0) return true;
  const application = applicationOf(permission);
  return application === undefined || !off.has(application);
}
