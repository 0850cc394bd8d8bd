import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeSetting, readSetting } from '#server/platform/settings.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { kindText, standardKinds } from '#shared/record/follow-up-kinds.ts';

const setting = 'follow_up_categories';

/** Kinds of follow-ups as the company has set them up. */
export async function followUpCategories(db: Database): Promise<string[]> {
  const kinds = await readSetting(db, setting);
  return Array.isArray(kinds) ? (kinds as string[]) : [...standardKinds];
}

export const setFollowUpCategories = (db: Database, actor: Actor, kinds: readonly string[]): Promise<void> =>
  changeSetting(db, actor, setting, [...new Set(kinds)], { what: 'setting.change', subject: 'follow-up kinds' });

/** The kind named in a sheet: initial ones are accepted in any language. */
export function kindMeant(kinds: readonly string[], written: string): string {
  if (kinds.includes(written)) return written;
  return kinds.find((kind) => languages.some((language) => kindName(kind, language) === written)) ?? written;
}

/** The name of a kind in a language. */
export const kindName = (kind: string, language: Language): string => kindText((key) => translate(language, key), kind);
