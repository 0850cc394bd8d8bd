import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import {
  changeKeys,
  changeSetting,
  dropSetting,
  readSetting,
  writeSetting,
  type Trace,
} from '#server/platform/settings.ts';

interface StoredSetting<Value> extends Pick<
  SettingKind<Value>,
  'name' | 'title' | 'access' | 'hold' | 'effectOf' | 'linesOf'
> {
  /** With what counts where nothing is stored; the stored value unless given. */
  readonly read?: (db: Database) => Promise<Value>;
}

/** A kind whose one item is the row of its name in `app_setting`. */
export function storedSetting<Value>(kind: StoredSetting<Value>): SettingKind<Value> {
  const { name } = kind;
  const stored = async (db: Database) => ((await readSetting(db, name)) as Value | undefined) ?? null;
  return {
    ...kind,
    items: [''],
    read: kind.read ?? stored,
    write: (db, _actor, _item, value) => (value === null ? dropSetting(db, name) : writeSetting(db, name, value)),
  };
}

/** `changeSetting`, with the former value kept. */
export const changeStored = <Value>(
  db: Database,
  actor: Actor,
  kind: SettingKind<Value>,
  value: Value,
  trace: Trace,
): Promise<void> => changing(db, actor, kind, '', () => changeSetting(db, actor, kind.name, value, trace));

/** `changeKeys`, with the former value kept. */
export const changeStoredKeys = <Value>(
  db: Database,
  actor: Actor,
  kind: SettingKind<Value>,
  values: Readonly<Record<string, unknown>>,
  trace: Trace,
): Promise<void> => changing(db, actor, kind, '', () => changeKeys(db, actor, kind.name, values, trace));
