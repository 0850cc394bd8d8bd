import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeStored, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { listColumns, type Column } from '#server/record/fields/columns.ts';
import { defaultLabel, labelOf, readFields } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { fits, type StoredCondition } from '#server/record/scenes/stored-conditions.ts';
import { system } from '#server/record/access/system.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Language } from '#shared/i18n/language.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

const setting = 'customer_pool';

/** When customers without a deal return to the pool (R16.4). Days are whole days. */
export interface PoolRules {
  readonly isOn: boolean;
  readonly followupDay: number;
  readonly dealDay: number;
  readonly reminds: boolean;
  readonly remindDays: number;
  /** Only customers that meet all of these are released. */
  readonly applies: readonly StoredCondition[];
  /** The date field from which days without a deal count where it is later, by its column; null for none. */
  readonly clock: string | null;
}

/** Rules with what they ask the database about a customer of the alias `r`. */
export interface AskedRules extends PoolRules {
  readonly fits: Where;
  /** From when days without a deal count. */
  readonly since: RawBuilder<string>;
}

/** Off by default, and with days that take nobody at once: the first import of a company must not be released within days. */
const initial: PoolRules = {
  isOn: false,
  followupDay: 31,
  dealDay: 90,
  reminds: true,
  remindDays: 2,
  applies: [],
  clock: null,
};

export const readPoolRules = async (db: Database): Promise<PoolRules> => ({
  ...initial,
  ...((await readSetting(db, setting)) as Partial<PoolRules> | undefined),
});

/** With the columns of customers as the company has set them up, whoever sees which. */
export async function askedRules(db: Database, given?: PoolRules): Promise<AskedRules> {
  const rules = given ?? (await readPoolRules(db));
  const columns = listColumns(customerType, await readFields(db, customerType.code));
  const clock = rules.clock === null ? null : clocksAmong(columns).find(({ id }) => id === rules.clock);
  // a clock whose field is gone releases nobody earlier than before
  const isStopped = rules.clock !== null && !clock;
  return {
    ...rules,
    fits: isStopped ? sql<boolean>`false` : fits(columns, rules.applies),
    since: clock
      ? sql<string>`greatest(coalesce(nullif((${clock.value})::text, '')::timestamptz, r.owner_since), r.owner_since)`
      : sql<string>`r.owner_since`,
  };
}

/** Dates that people enter. */
export const clocksAmong = (columns: readonly Column[]): Column[] =>
  columns.filter(({ field, formType }) => field !== null && !field.masked && serverTypeOf(formType).time !== null);

export const poolRulesKind = storedSetting<PoolRules>({
  name: setting,
  title: 'page.pool_rules',
  access: ['manage:crm:pool'],
  hold: organisationChanged,
  effectOf: (db, rules, language) => takenBy(db, rules ?? initial, language),
  read: readPoolRules,
  linesOf: async (db, { isOn, followupDay, dealDay, reminds, remindDays, applies, clock }, language) => {
    const words = await wordsOf(db, { applies, clock }, language);
    return new Map([
      [translate(language, 'pool_rules.enabled'), switchWord(language, isOn)],
      [translate(language, 'pool_rules.followup_day'), String(followupDay)],
      [translate(language, 'pool_rules.deal_day'), String(dealDay)],
      [translate(language, 'pool_rules.remind'), switchWord(language, reminds)],
      [translate(language, 'pool_rules.remind_days'), String(remindDays)],
      [translate(language, 'pool_rules.applies'), words.applies],
      [translate(language, 'pool_rules.clock'), words.clock],
    ]);
  },
});

/** What the rules apply to and from when they count, as people read it. */
async function wordsOf(
  db: Database,
  { applies = [], clock = null }: Pick<Partial<PoolRules>, 'applies' | 'clock'>,
  language: Language,
): Promise<{ readonly applies: string; readonly clock: string }> {
  const columns = listColumns(customerType, await readFields(db, customerType.code));
  const labelOfColumn = (id: string | undefined) => {
    const column = columns.find((one) => one.id === id);
    if (!column) return translate(language, 'pool_rules.gone');
    return column.field
      ? labelOf(customerType, column.field, language)
      : defaultLabel(customerType, column.fieldName, language);
  };
  const one = ({ any, column, condition, value, start, end, name, fieldName }: StoredCondition): string => {
    if (any) return any.map(one).join(translate(language, 'pool_rules.or'));
    const shown = fieldName !== undefined && name !== undefined ? name : [value].flat().concat(start ?? [], end ?? []);
    return [
      labelOfColumn(column),
      translate(language, `operator.${condition ?? 'is'}` as MessageKey),
      [shown].flat().map(String).join(translate(language, 'rights.comma')),
    ].join(' ');
  };
  return {
    applies: applies.map(one).join(translate(language, 'pool_rules.and')) || translate(language, 'pool_rules.all'),
    clock: clock === null ? translate(language, 'pool_rules.owned') : labelOfColumn(clock),
  };
}

/** Days that the question before new rules looks ahead, as on their page. */
const askedDays = 7;

/** How many customers of the company rules take soon; nothing where those in force take as many. */
async function takenBy(db: Database, rules: PoolRules, language: Language): Promise<string> {
  if (!rules.isOn) return '';
  const saved = await askedRules(db);
  const next = await askedRules(db, { ...initial, ...rules });
  const all = system('whoever sets the rules learns how many customers they take', customerType);
  const { rows } = await sql<{ count: number; saved: number }>`
    select count(*) filter (where ${isDueWithin(next, askedDays)}) as count,
      count(*) filter (where ${saved.isOn} and ${isDueWithin(saved, askedDays)}) as saved from ${all.from}`.execute(db);
  const [figures = { count: 0, saved: 0 }] = rows;
  if (figures.count <= figures.saved) return '';
  return translate(language, 'pool_rules.takes', { count: figures.count.toLocaleString('en'), days: askedDays });
}

export const writePoolRules = (db: Database, actor: Actor, rules: PoolRules): Promise<void> =>
  changeStored(db, actor, poolRulesKind, rules, { what: 'setting.change', subject: 'pool rules' });

/**
 * When a customer of the alias `r` is due: days since the last follow-up (or since its owner got it, if later), or days
 * since its owner got it, or since a later date that the rules name, without a deal; whichever is first.
 */
export const dueTime = (rules: AskedRules) => sql<string>`least(${followupDue(rules)}, ${dealDue(rules)})`;

export const followupDue = (rules: AskedRules) =>
  sql<string>`greatest(coalesce(r.last_time, r.owner_since), r.owner_since) + make_interval(days => ${rules.followupDay})`;

export const dealDue = (rules: AskedRules) => sql<string>`${rules.since} + make_interval(days => ${rules.dealDay})`;

/** Deals, locks and what the rules do not apply to keep a customer out of the pool. */
export const mayBeDue = (rules: AskedRules) =>
  sql<boolean>`r.deleted_at is null and r.owner_user_id is not null and r.deal_status = 0 and r.is_lock = 0 and ${rules.fits}`;

/** Whether a customer is due in so many days from now. */
export const isDueWithin = (rules: AskedRules, days: number) =>
  sql<boolean>`${mayBeDue(rules)} and ${dueTime(rules)} < now() + make_interval(days => ${days})`;
