import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { dueTime, mayBeDue, readPoolRules, type PoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import type { RowExtras } from '#server/record/registry.ts';

let kept: { version: number; rules: Promise<PoolRules> } | null = null;

/** The rules, read once per version of the set-up: writing them increments the version. */
function rulesOf(db: Database, version: number): Promise<PoolRules> {
  if (kept?.version === version) return kept.rules;
  const rules = readPoolRules(db);
  kept = { version, rules };
  rules.catch(() => (kept = null));
  return rules;
}

/** `poolDay` of a row: whole days until the rules release it, '' when they will not (R16.5). */
export async function daysLeft(db: Database, version: number): Promise<RowExtras | null> {
  const rules = await rulesOf(db, version);
  if (!rules.isOn) return null;
  return {
    poolDay: sql`case when ${mayBeDue} then greatest(0, ceil(extract(epoch from ${dueTime(rules)} - now()) / 86400))::int end`,
  };
}
