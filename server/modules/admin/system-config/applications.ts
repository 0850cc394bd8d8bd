import type { Actor } from '#server/platform/access/actor.ts';
import { applicationSetting, readApplicationsOff } from '#server/platform/access/applications-off.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { scopesChanged } from '#server/platform/push/rights-changed.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { changeKeys } from '#server/platform/settings.ts';
import { applicationCalls } from '#shared/admin/company/application-calls.ts';
import { applications, applicationTypes, isApplication, type Application } from '#shared/admin/company/applications.ts';
import { translate } from '#shared/i18n/translate.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const isOn = async (db: Database, module: Application): Promise<boolean> =>
  !(await readApplicationsOff(db)).has(module);

/** Whether an application is on; each is an item of its own. */
export const applicationKind: SettingKind<boolean> = {
  name: 'application',
  title: 'page.applications',
  access: ['manage:configSet:update'],
  items: applications.map(({ module }) => module),
  read: async (db, item) => (isApplication(item) ? isOn(db, item) : null),
  write: async (db, actor, item, value) => {
    if (isApplication(item)) await turn(db, actor, item, value ?? true);
  },
  nameOf: async (_db, item, language) => {
    const known = applications.find(({ module }) => module === item);
    return known ? translate(language, known.name) : '';
  },
  linesOf: (_db, value, language) => new Map([[translate(language, 'application.state'), switchWord(language, value)]]),
};

/** Everybody's next request is decided by it, and their open pages read their rights again (security A15). */
async function turn(db: Database, actor: Actor, module: Application, value: boolean): Promise<void> {
  if ((await isOn(db, module)) === value) return;
  const subject = `${module} ${value ? 'on' : 'off'}`;
  await changeKeys(db, actor, applicationSetting, { [module]: value }, { what: 'application', subject });
  await organisationChanged(db);
  await scopesChanged(db);
}

/** @throws AppError `application.unknown`, `application.coming` for what is not there yet */
function switchedBy(settingId: number, actor: Actor): Application {
  const row = applications.find((one) => one.settingId === settingId);
  if (!row) throw new AppError('application.unknown');
  if (!isApplication(row.module))
    throw new AppError('application.coming', { name: translate(actor.language, row.name) });
  return row.module;
}

export const applicationRoutes = (): Route[] => [
  route(applicationCalls.list, async ({ db, actor }) => {
    const off = await readApplicationsOff(db);
    return applications.map(({ settingId, module, name }) => {
      const isUsable = isApplication(module);
      return {
        settingId,
        module,
        status: isUsable && !off.has(module) ? 1 : 0,
        type: isUsable ? applicationTypes.usable : applicationTypes.coming,
        name: translate(actor.language, name),
      };
    });
  }),
  route(applicationCalls.set, async ({ db, actor, input: { settingId, status } }) => {
    const module = switchedBy(settingId, actor);
    await changing(db, actor, applicationKind, module, () => turn(db, actor, module, status === 1));
    return null;
  }),
];
