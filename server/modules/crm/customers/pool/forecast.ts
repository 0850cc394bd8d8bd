import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { figuresOf, noFigures } from '#server/modules/crm/customers/pool/forecast-figures.ts';
import {
  askedRules,
  dealDue,
  dueTime,
  followupDue,
  isDueWithin,
  type AskedRules,
  type PoolRules,
} from '#server/modules/crm/customers/pool/rules.ts';
import { asksOf } from '#server/modules/crm/customers/pool-scope/rule-conditions.ts';
import { warningsOf } from '#server/modules/crm/customers/pool/warnings.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { FilterData } from '#shared/record/calls/record-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Maximum number of customers that a forecast checks for warnings. */
const mostWarned = 10_000;

interface Asked {
  readonly days: number;
  readonly limit: number;
  readonly offset: number;
  /** Rules to be tried before they are saved, in days; both or none. */
  readonly followupDay?: number | undefined;
  readonly dealDay?: number | undefined;
  /** What they are to apply to, and from when they count; as those in force where they are not said. */
  readonly data?: FilterData;
  readonly clock?: string | undefined;
}

async function tried(db: Database, actor: Actor, rules: AskedRules, asked: Asked): Promise<AskedRules> {
  const { followupDay, dealDay } = asked;
  if (followupDay === undefined || dealDay === undefined) return rules;
  const asks = await asksOf(db, actor, asked);
  return askedRules(db, { ...(rules satisfies PoolRules), isOn: true, followupDay, dealDay, ...asks });
}

/** What the rules would release within `days`, earliest first, among the customers that the actor can see. */
export async function forecast(db: Database, actor: Actor, asked: Asked) {
  const saved = await askedRules(db);
  const rules = await tried(db, actor, saved, asked);
  if (!rules.isOn) return { isOn: 0 as const, totalRow: 0, warned: 0, list: [], ...noFigures };
  const customers = visible(customerType, scoped(actor, customerType));
  const { rows } = await sql<{ id: number }>`
    select r.customer_id as id from ${customers} where ${isDueWithin(rules, asked.days)} order by ${dueTime(rules)}, r.customer_id
    limit ${mostWarned}`.execute(db);
  const warnings = await warningsOf(
    db,
    rows.map((row) => row.id),
  );
  const page = rows.slice(asked.offset, asked.offset + asked.limit).map((row) => row.id);
  const { rows: shown } = await sql<{
    id: number;
    name: string;
    owner: number;
    due: string;
    is_due: boolean;
    is_followup: boolean;
  }>`
    select r.customer_id as id, r.customer_name as name, r.owner_user_id as owner, ${dueTime(rules)} as due,
      ${dueTime(rules)} < now() as is_due,
      ${followupDue(rules)} <= ${dealDue(rules)} as is_followup
    from ${customers} where r.customer_id = any(${page}::bigint[]) order by due, r.customer_id`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return {
    isOn: 1 as const,
    totalRow: rows.length,
    warned: warnings.size,
    list: shown.map((row) => ({
      customerId: row.id,
      customerName: row.name,
      ownerUserName: names.user(row.owner) ?? '',
      dueTime: row.due,
      isDue: row.is_due ? (1 as const) : (0 as const),
      rule: row.is_followup ? 'followup' : 'deal',
      warnings: (warnings.get(row.id) ?? []).map((key) => translate(actor.language, key)),
    })),
    ...(await figuresOf(db, actor, names, { rules, saved, days: asked.days })),
  };
}

/** Which rule applies to a customer, when, and what would prevent it. @throws AppError `access.record` */
export async function fateOf(db: Database, actor: Actor, customerId: number) {
  const rules = await askedRules(db);
  const { rows } = await sql<{
    deal_status: number;
    is_lock: number;
    fits: boolean;
    due: string;
    is_followup: boolean;
  }>`
    select r.deal_status, r.is_lock, (${rules.fits}) is true as fits, ${dueTime(rules)} as due, ${followupDue(rules)} <= ${dealDue(rules)} as is_followup
    from ${visible(customerType, scoped(actor, customerType))} where r.customer_id = ${customerId}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('access.record');
  const exempt = row.deal_status === 1 ? 'deal' : row.is_lock === 1 ? 'locked' : row.fits ? null : 'outside';
  const applies = rules.isOn && exempt === null;
  const rule = row.is_followup ? 'followup' : 'deal';
  const warnings = applies ? ((await warningsOf(db, [customerId])).get(customerId) ?? []) : [];
  return {
    isOn: rules.isOn ? (1 as const) : (0 as const),
    exempt,
    dueTime: applies ? row.due : null,
    rule: applies ? rule : null,
    warnings: warnings.map((key) => translate(actor.language, key)),
    text: textOf(actor.language, rules, exempt, rule, row.due),
  };
}

function textOf(
  language: Language,
  rules: PoolRules,
  exempt: 'deal' | 'locked' | 'outside' | null,
  rule: 'followup' | 'deal',
  due: string,
): string {
  const say = (key: MessageKey, params: Record<string, string | number> = {}) => translate(language, key, params);
  if (!rules.isOn) return say('pool.fate.off');
  if (exempt) return say(`pool.fate.${exempt}`);
  const name = say(`pool.rule.${rule}`, { days: rule === 'followup' ? rules.followupDay : rules.dealDay });
  const stop = say(`pool.fate.stop_${rule}`);
  return `${say('pool.fate.due', { rule: name, time: due })}${language === 'cn' ? '；' : '. '}${stop}`;
}
