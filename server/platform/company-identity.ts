import type { Database } from '#server/platform/database/tables.ts';
import { readSetting } from '#server/platform/settings.ts';

/** Name of the setting that holds it. */
export const identitySetting = 'system_config';

/** What the company calls itself; the logo is a `data:` address of a PNG, empty without one. */
export interface CompanyIdentity {
  readonly name: string;
  readonly logo: string;
}

export async function readIdentity(db: Database): Promise<CompanyIdentity> {
  const stored = (await readSetting(db, identitySetting)) as Partial<CompanyIdentity> | undefined;
  return { name: '', logo: '', ...stored };
}
