import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A value as people read it: labels and texts in the order of its form. */
export type Lines = ReadonlyMap<string, string>;

interface PeopleInSetting<Value> {
  /** The items that name one of these people. */
  readonly itemsOf: (db: Database, userIds: readonly number[]) => Promise<readonly HeldItem[]>;
  /** The same value with another person in the place of one. */
  replaced(value: Value, from: number, to: number): Value;
}

/**
 * Settings of a kind, item by item, such as the goals of a department in a year. Their changes are kept, shown and taken
 * back (docs/decisions/setting-changes.md). `Value` is plain JSON.
 */
export interface SettingKind<Value = unknown> {
  readonly name: string;
  /** What people call settings of the kind. */
  readonly title: MessageKey;
  /** One of these shows the changes and takes them back. */
  readonly access: readonly Permission[];
  /** What every write of the kind has locked already, before it says so; without it there is a lock of each item. */
  readonly hold?: (db: Database) => Promise<void>;
  /** Null if there is none. */
  readonly read: (db: Database, item: string) => Promise<Value | null>;
  /** Puts a former value in force by the checks of its form. @throws AppError what the form is refused with */
  write(db: Database, actor: Actor, item: string, value: Value | null): Promise<void>;
  /** The item's name; empty where there is one item alone. */
  readonly nameOf?: (db: Database, item: string, language: Language) => Promise<string>;
  /** The items there are, where they are few and no rows of a table. */
  readonly items?: readonly string[];
  /** For kinds that name people who do something: whoever takes over from them takes their places. */
  readonly people?: PeopleInSetting<Value>;
  /** Whether a change of such a value stays for good: nobody who was added is removed by an undo. */
  isFinal?(before: Value | null): boolean;
  /** What people are asked about before a former value is put in force again; empty where nothing is to be said. */
  effectOf?(db: Database, value: Value | null, language: Language): Promise<string>;
  /** A kind is given only values that it has read itself. */
  linesOf(db: Database, value: Value, language: Language): Promise<Lines> | Lines;
}

const kinds = new Map<string, SettingKind>();

export function registerSettingKinds(added: readonly SettingKind[]): void {
  for (const kind of added) {
    const other = kinds.get(kind.name);
    if (other && other !== kind) throw new Error(`two kinds of settings are called ${kind.name}`);
    kinds.set(kind.name, kind);
  }
}

export const settingKinds = (): readonly SettingKind[] => [...kinds.values()];

export const settingKind = (name: string): SettingKind | undefined => kinds.get(name);
