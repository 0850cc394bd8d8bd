import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeStored, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { kindText, standardKinds } from '#shared/record/follow-up-kinds.ts';

const setting = 'follow_up_categories';

/** Kinds of follow-ups as the company has set them up. */
export async function followUpCategories(db: Database): Promise<string[]> {
  const kinds = await readSetting(db, setting);
  return Array.isArray(kinds) ? (kinds as string[]) : [...standardKinds];
}

export const followUpKinds = storedSetting<readonly string[]>({
  name: setting,
  title: 'follow_up.categories',
  access: ['manage:crm:setting'],
  read: followUpCategories,
  linesOf: (_db, kinds, language) => new Map([[translate(language, 'follow_up.categories'), namesOf(kinds, language)]]),
});

export const setFollowUpCategories = (db: Database, actor: Actor, kinds: readonly string[]): Promise<void> =>
  changeStored(db, actor, followUpKinds, [...new Set(kinds)], { what: 'setting.change', subject: 'follow-up kinds' });

/** The kind that is named: initial ones are accepted in any language. Undefined if the company has none of this name. */
export function kindMeant(kinds: readonly string[], written: string): string | undefined {
  if (kinds.includes(written)) return written;
  return kinds.find((kind) => languages.some((language) => kindName(kind, language) === written));
}

/** Values of the message about a kind that there is not. */
export const unknownKind = (kinds: readonly string[], name: string, language: Language) => ({
  name,
  names: namesOf(kinds, language),
});

const namesOf = (kinds: readonly string[], language: Language): string =>
  kinds.map((kind) => kindName(kind, language)).join(language === 'cn' ? '、' : ', ');

/** The name of a kind in a language. */
export const kindName = (kind: string, language: Language): string => kindText((key) => translate(language, key), kind);
