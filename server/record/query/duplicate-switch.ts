import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeKeys, readSetting } from '#server/platform/settings.ts';

const setting = 'duplicate_check';

/** Whether the duplicate check is enabled for a type (R18.3): by default it is. */
export async function checksDuplicates(db: Database, typeName: string): Promise<boolean> {
  return (await readSwitches(db))[typeName] !== false;
}

/** Enables or disables the check for the given types. */
export const switchDuplicateCheck = (
  db: Database,
  actor: Actor,
  switches: Readonly<Record<string, boolean>>,
): Promise<void> => changeKeys(db, actor, setting, switches, { what: 'setting.change', subject: 'duplicate check' });

const readSwitches = async (db: Database): Promise<Readonly<Record<string, boolean>>> =>
  ((await readSetting(db, setting)) ?? {}) as Readonly<Record<string, boolean>>;
