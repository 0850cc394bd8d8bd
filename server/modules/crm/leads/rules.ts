import { headingWords } from '#server/modules/crm/heading-words.ts';
import { sql } from 'kysely';
import type { Rules } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

/** What is special about leads: a new owner has to follow up (R15.1). */
export const leadsRules: Rules = {
  headings: headingWords,
  resetOnOwnerChange: () => ({ followup: sql`0::smallint` }),
  onMerge: (sourceIds) => {
    const { from } = system('the survivor has what the records merged into it had', leadsType);
    return {
      followup: sql`greatest(r.followup, (
        select max(r.followup) from ${from} where r.leads_id = any(${[...sourceIds]}::bigint[])))`,
    };
  },
};
