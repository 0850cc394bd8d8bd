import { sql } from 'kysely';
import type { Rules } from '#server/record/registry.ts';

/** What is special about leads: whoever gets one has to follow it up (reference crm §7.1). */
export const leadsRules: Rules = {
  resetOnOwnerChange: () => ({ followup: sql`0::smallint` }),
};
