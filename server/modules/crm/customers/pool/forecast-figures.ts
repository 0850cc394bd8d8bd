import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dueTime, isDueWithin, type AskedRules } from '#server/modules/crm/customers/pool/rules.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { visible } from '#server/record/access/visible.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** Bars of the forecast at most: longer ranges have several days in each. */
const mostSteps = 10;
const shownOwners = 3;

interface Question {
  /** The rules to try, and those in force. */
  readonly rules: AskedRules;
  readonly saved: AskedRules;
  readonly days: number;
}

/** How many customers are due at once and day by day, compared with the rules in force, and whom it concerns most. */
export async function figuresOf(db: Database, actor: Actor, names: Directory, question: Question) {
  return {
    ...(await stepsOf(db, actor, question)),
    owners: await ownersOf(db, actor, names, question),
    beyond: await beyondOf(db, actor, question),
  };
}

export const noFigures = { atOnce: 0, savedAtOnce: 0, steps: [], owners: [], beyond: null };

async function stepsOf(db: Database, actor: Actor, { rules, saved, days }: Question) {
  // the last day of the range counts until this time of the day
  const size = Math.ceil((days + 1) / mostSteps);
  // what is overdue enters today
  const step = sql`greatest(0, floor(extract(epoch from d.due - date_trunc('day', now())) / 86400))::int / ${size}::int`;
  const { rows } = await sql<{ is_saved: boolean; step: number; n: number; at_once: number }>`
    select d.is_saved, ${step} as step, count(*) as n, count(*) filter (where d.due < now()) as at_once
    from (
      select false as is_saved, ${dueTime(rules)} as due from ${visible(customerType, scoped(actor, customerType))}
      where ${isDueWithin(rules, days)}
      union all
      select true, ${dueTime(saved)} from ${visible(customerType, scoped(actor, customerType))}
      where ${saved.isOn} and ${isDueWithin(saved, days)}
    ) d group by 1, 2`.execute(db);
  const { rows: starts } = await sql<{ day: string }>`
    select to_char(date_trunc('day', now()) + make_interval(days => n * ${size}::int), 'YYYY-MM-DD') as day
    from generate_series(0, ${Math.ceil((days + 1) / size) - 1}::int) as n order by n`.execute(db);
  const countOf = (isSaved: boolean, at: number) =>
    rows.find((row) => row.is_saved === isSaved && row.step === at)?.n ?? 0;
  const atOnceOf = (isSaved: boolean) => rows.find((row) => row.is_saved === isSaved && row.step === 0)?.at_once ?? 0;
  return {
    atOnce: atOnceOf(false),
    savedAtOnce: atOnceOf(true),
    steps: starts.map(({ day }, at) => ({ day, count: countOf(false, at), saved: countOf(true, at) })),
  };
}

async function ownersOf(db: Database, actor: Actor, names: Directory, { rules, days }: Question) {
  const { rows } = await sql<{ owner: number; n: number }>`
    select r.owner_user_id as owner, count(*) as n from ${visible(customerType, scoped(actor, customerType))}
    where ${isDueWithin(rules, days)} group by 1 order by 2 desc, 1 limit ${shownOwners}`.execute(db);
  return rows.map(({ owner, n }) => ({ ownerUserName: names.user(owner) ?? '', count: n }));
}

/**
 * How many more are due among customers that the actor cannot see: the rules take those too, so whoever may change the
 * rules learns the number. Null for everybody else.
 */
async function beyondOf(db: Database, actor: Actor, { rules, days }: Question): Promise<number | null> {
  if (!actor.mayDo('manage:crm:pool') && !actor.mayDo('manage:crm:setting')) return null;
  const { owners, where } = scoped(actor, customerType);
  if (owners === 'all') return 0;
  const all = system('whoever sets the rules learns how many customers they take', customerType);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${all.from}
    where ${isDueWithin(rules, days)} and (${where}) is not true`.execute(db);
  return rows[0]?.n ?? 0;
}
