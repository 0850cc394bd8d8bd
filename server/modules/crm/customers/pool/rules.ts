import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeStored, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { translate } from '#shared/i18n/translate.ts';

const setting = 'customer_pool';

/** When customers without a deal return to the pool (R16.4). Days are whole days. */
export interface PoolRules {
  readonly isOn: boolean;
  readonly followupDay: number;
  readonly dealDay: number;
  readonly reminds: boolean;
  readonly remindDays: number;
}

/** Off by default, and with days that take nobody at once: the first import of a company must not be released within days. */
const initial: PoolRules = { isOn: false, followupDay: 31, dealDay: 90, reminds: true, remindDays: 2 };

export const readPoolRules = async (db: Database): Promise<PoolRules> => ({
  ...initial,
  ...((await readSetting(db, setting)) as Partial<PoolRules> | undefined),
});

export const poolRulesKind = storedSetting<PoolRules>({
  name: setting,
  title: 'page.pool_rules',
  access: ['manage:crm:pool'],
  hold: organisationChanged,
  read: readPoolRules,
  linesOf: (_db, { isOn, followupDay, dealDay, reminds, remindDays }, language) =>
    new Map([
      [translate(language, 'pool_rules.enabled'), switchWord(language, isOn)],
      [translate(language, 'pool_rules.followup_day'), String(followupDay)],
      [translate(language, 'pool_rules.deal_day'), String(dealDay)],
      [translate(language, 'pool_rules.remind'), switchWord(language, reminds)],
      [translate(language, 'pool_rules.remind_days'), String(remindDays)],
    ]),
});

export const writePoolRules = (db: Database, actor: Actor, rules: PoolRules): Promise<void> =>
  changeStored(db, actor, poolRulesKind, rules, { what: 'setting.change', subject: 'pool rules' });

/**
 * When a customer of the alias `r` is due: days since the last follow-up (or since its owner got it, if later), or days
 * since its owner got it without a deal; whichever is first.
 */
export const dueTime = (rules: PoolRules) => sql<string>`least(${followupDue(rules)}, ${dealDue(rules)})`;

export const followupDue = (rules: PoolRules) =>
  sql<string>`greatest(coalesce(r.last_time, r.owner_since), r.owner_since) + make_interval(days => ${rules.followupDay})`;

export const dealDue = (rules: PoolRules) => sql<string>`r.owner_since + make_interval(days => ${rules.dealDay})`;

/** Deals and locks keep a customer out of the pool. */
export const mayBeDue = sql<boolean>`r.deleted_at is null and r.owner_user_id is not null and r.deal_status = 0 and r.is_lock = 0`;
