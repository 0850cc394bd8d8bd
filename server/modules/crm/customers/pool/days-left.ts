import { sql } from 'kysely';
import type { OrganisationVersion } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dueTime, mayBeDue, readPoolRules, type PoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import type { RowExtras } from '#server/record/registry.ts';

const kept = new WeakMap<OrganisationVersion, Promise<PoolRules>>();

/** The rules, read once per version of the set-up: writing them increments the version. */
function rulesOf(db: Database, version: OrganisationVersion): Promise<PoolRules> {
  const known = kept.get(version);
  if (known) return known;
  const rules = readPoolRules(db);
  kept.set(version, rules);
  rules.catch(() => kept.delete(version));
  return rules;
}

/** `poolDay` of a row: whole days until the rules release it, '' when they will not (R16.5). */
export async function daysLeft(db: Database, version: OrganisationVersion): Promise<RowExtras | null> {
  const rules = await rulesOf(db, version);
  if (!rules.isOn) return null;
  return {
    poolDay: sql`case when ${mayBeDue} then greatest(0, ceil(extract(epoch from ${dueTime(rules)} - now()) / 86400))::int end`,
  };
}
