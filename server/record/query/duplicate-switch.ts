import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeStoredKeys, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { switchWord } from '#shared/platform/switch-word.ts';

const setting = 'duplicate_check';

/** Whether the duplicate check is enabled for a type (R18.3): by default it is. */
export async function checksDuplicates(db: Database, typeName: string): Promise<boolean> {
  return (await readSwitches(db))[typeName] !== false;
}

const readSwitches = async (db: Database): Promise<Readonly<Record<string, boolean>>> =>
  ((await readSetting(db, setting)) ?? {}) as Readonly<Record<string, boolean>>;

/** By the name of the type; a type that is not in it is checked. */
export const duplicateSwitches = storedSetting<Readonly<Record<string, boolean>>>({
  name: setting,
  title: 'duplicates.switch',
  access: ['manage:crm:setting'],
  linesOf: (_db, switches, language) =>
    new Map(
      Object.entries(switches).map(([type, isOn]) => [
        translate(language, type as MessageKey),
        switchWord(language, isOn),
      ]),
    ),
});

/** Enables or disables the check for the given types. */
export const switchDuplicateCheck = (
  db: Database,
  actor: Actor,
  switches: Readonly<Record<string, boolean>>,
): Promise<void> =>
  changeStoredKeys(db, actor, duplicateSwitches, switches, { what: 'setting.change', subject: 'duplicate check' });
