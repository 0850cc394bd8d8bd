import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/record/sequences/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Context } from '#server/record/sequences/context.ts';
import type { Sequence } from '#server/record/sequences/settings.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { formatNumber, matchNumber, periodOf } from '#shared/record/sequence/number-text.ts';
import { maxCounter, type Pattern } from '#shared/record/sequence/pattern.ts';
import { companyTime } from '#shared/record/time.ts';

/** Today in the company's time zone, `yyyy-MM-dd`. */
export const companyDay = (): string => companyTime(Date.now()).slice(0, 10);

/** A number that somebody has typed. */
export interface Typed {
  readonly text: string;
  readonly context: Context;
}

export interface Given {
  /** In the order of the wishes; null where all that follow are taken. */
  readonly numbers: readonly (string | null)[];
  /** Counters that have moved, by their scope. */
  readonly counters: ReadonlyMap<string, number>;
}

/** How often one looks further where numbers are taken, and at how many numbers at once. */
const mostRounds = 14;
const mostOffers = 20_000;

/** Digits that a typed number may have whatever the pattern says, and with which it leaves enough numbers behind it. */
const fewestTyped = 4;
const mostTyped = 9;
const usualStep = 1000;

/**
 * The highest counter that a typed number moves to: one typed with a digit too many, or in order to use all numbers up,
 * must not leave everybody without. What is beyond is skipped when its turn comes.
 */
const highestTyped = (pattern: Pattern, last: number): number => {
  const width = Math.max(...pattern.map((part) => (part.kind === 'counter' ? part.width : 0)));
  return Math.max(10 ** Math.min(Math.max(width, fewestTyped), mostTyped) - 1, last + usualStep);
};

/**
 * The next numbers of a sequence on a day, beyond those that are typed and fit the present period. What is taken is skipped:
 * every round looks twice as far as the one before.
 */
export async function nextNumbers(
  db: Database,
  type: RecordType,
  sequence: Sequence,
  {
    wishes,
    typed = [],
    reserved = new Set(),
    day,
  }: {
    readonly wishes: readonly Context[];
    readonly typed?: readonly Typed[];
    readonly reserved?: ReadonlySet<string>;
    readonly day: string;
  },
): Promise<Given> {
  const { pattern, reset, field } = sequence;
  const scopes = [...wishes, ...typed.map(({ context }) => context)].map(({ scopeKey }) => scopeKey);
  const last = await lastCounters(db, sequence, day, scopes);
  const counters = new Map<string, number>();
  const move = (scope: string, counter: number) => {
    if (counter > (counters.get(scope) ?? last.get(scope) ?? 0)) counters.set(scope, counter);
  };
  for (const { text, context } of typed) {
    const matched = matchNumber(pattern, text, reset, context.textOf);
    const isMeant = matched?.period === periodOf(reset, day);
    if (isMeant && matched.counter <= highestTyped(pattern, last.get(context.scopeKey) ?? 0))
      move(context.scopeKey, matched.counter);
  }
  const tried = new Map([...last, ...counters]);
  const used = new Set(typed.map(({ text }) => text));
  const numbers: (string | null)[] = wishes.map(() => null);
  let open = wishes.map((context, at) => ({ context, at }));
  for (let round = 0; open.length > 0 && round < mostRounds; round += 1) {
    const step = Math.max(1, Math.min(2 ** round, Math.floor(mostOffers / open.length)));
    const offers = open.map(({ context: { scopeKey, textOf } }) => {
      const from = (tried.get(scopeKey) ?? 0) + 1;
      const to = Math.min(from + step - 1, maxCounter);
      tried.set(scopeKey, Math.max(to, from - 1));
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => ({
        counter: from + place,
        text: formatNumber(pattern, from + place, day, textOf),
      }));
    });
    const taken = await takenAmong(db, type, field, offers.flat());
    open = open.filter(({ context, at }, place) => {
      const free = offers[place]?.find(({ text }) => !taken.has(text) && !used.has(text) && !reserved.has(text));
      if (!free) return true;
      used.add(free.text);
      numbers[at] = free.text;
      move(context.scopeKey, free.counter);
      return false;
    });
  }
  return { numbers, counters };
}

/** The counters of the day's period, those of scopes without one are 0. */
async function lastCounters(
  db: Database,
  { field, reset }: Sequence,
  day: string,
  scopes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ scope_key: string; last: number }>`${keptPlan}
    select scope_key, last from sequence_counter
    where field_id = ${field.fieldId} and period = ${periodOf(reset, day)} and scope_key = any(${[...new Set(scopes)]}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.scope_key, Number(row.last)]));
}

/** Those of the numbers that live records hold, found by the index of unique values. */
async function takenAmong(
  db: Database,
  type: RecordType,
  field: Field,
  offers: readonly { readonly text: string }[],
): Promise<ReadonlySet<string>> {
  if (offers.length === 0) return new Set();
  const texts = offers.map(({ text }) => text);
  // a title that its declaration makes unique has an index of its own instead
  const asTitle =
    field.fieldName === type.titleField
      ? sql`union select r.${sql.ref(type.titleField)} from ${sql.table(type.table)} as r
          where r.deleted_at is null and r.${sql.ref(type.titleField)} = any(${texts}::text[])`
      : sql``;
  // an array in place of a join: the index is used however little is known of a table that grows
  const { rows } = await sql<{ text: string }>`${keptPlan}
    with offer as materialized (select v as text, unique_digest(v) as digest from unnest(${texts}::text[]) as v)
    select offer.text from unique_value u join offer using (digest)
    where u.field_id = ${field.fieldId} and u.digest = any(array(select digest from offer)) ${asTitle}`.execute(db);
  return new Set(rows.map(({ text }) => text));
}

/** Moves counters of the day's period, all in one statement: forward, or to where the set-up wants them. */
export async function moveCounters(
  db: Database,
  { field, reset }: Sequence,
  day: string,
  counters: ReadonlyMap<string, number>,
  way: 'forward' | 'set' = 'forward',
): Promise<void> {
  if (counters.size === 0) return;
  const rows = [...counters].map(([scope_key, last]) => ({ scope_key, last }));
  const last = way === 'set' ? sql`excluded.last` : sql`greatest(sequence_counter.last, excluded.last)`;
  await sql`${keptPlan}
    insert into sequence_counter (field_id, period, scope_key, last)
    select ${field.fieldId}, ${periodOf(reset, day)}, c.scope_key, c.last
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(scope_key text, last bigint)
    on conflict (field_id, period, scope_key) do update set last = ${last}`.execute(db);
}
