import type { Database } from '#server/platform/database/tables.ts';
import { readSetting } from '#server/platform/settings.ts';
import { isApplication, type Application } from '#shared/admin/company/applications.ts';

/** Name of the setting that says of each application whether it is on; what is not named there is on. */
export const applicationSetting = 'applications';

type Switches = Readonly<Partial<Record<Application, boolean>>>;

const readSwitches = async (db: Database): Promise<Switches> =>
  ((await readSetting(db, applicationSetting)) ?? {}) as Switches;

/** What the company has switched off. */
export async function readApplicationsOff(db: Database): Promise<ReadonlySet<Application>> {
  const switches = Object.entries(await readSwitches(db));
  return new Set(switches.flatMap(([module, isOn]) => (!isOn && isApplication(module) ? [module] : [])));
}
