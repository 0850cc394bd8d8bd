import { sql } from 'kysely';
import type { OrganisationVersion } from '#server/platform/access/actor.ts';
import { keptWhileOnlyRolesChange } from '#server/platform/access/kept-per-version.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { askedRules, dueTime, mayBeDue } from '#server/modules/crm/customers/pool/rules.ts';
import type { RowExtras } from '#server/record/registry.ts';

/** The rules, read again after any change but one of roles: writing them increments the version. */
const rulesOf = keptWhileOnlyRolesChange((db: Database) => askedRules(db));

/** `poolDay` of a row: whole days until the rules release it, '' when they will not (R16.5). */
export async function daysLeft(db: Database, version: OrganisationVersion): Promise<RowExtras | null> {
  const rules = await rulesOf(db, version);
  if (!rules.isOn) return null;
  return {
    poolDay: sql`case when ${mayBeDue(rules)} then greatest(0, ceil(extract(epoch from ${dueTime(rules)} - now()) / 86400))::int end`,
  };
}
