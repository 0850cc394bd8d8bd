import type { Database } from '#server/platform/database/tables.ts';
import { readSetting } from '#server/platform/settings.ts';
import { passwordLength } from '#shared/auth/password-length.ts';

/** Name of the setting that holds it. */
export const passwordSetting = 'password_length';

export interface PasswordRule {
  readonly min: number;
}

/** How long new passwords of this company have to be at least. */
export const readPasswordRule = async (db: Database): Promise<PasswordRule> => ({
  min: passwordLength.min,
  ...((await readSetting(db, passwordSetting)) as Partial<PasswordRule> | undefined),
});
