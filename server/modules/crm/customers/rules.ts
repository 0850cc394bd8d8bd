import { sql } from 'kysely';
import { countedColumns, limitsToOwn, refuseExcess } from '#server/modules/crm/customers/pool/limits.ts';
import { creditCodeRule } from '#server/modules/crm/credit-code-rule.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import { customerTransitions } from '#server/modules/crm/customers/pool/transitions.ts';
import { daysLeft } from '#server/modules/crm/customers/pool/days-left.ts';
import type { Rules } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Database } from '#server/platform/database/tables.ts';

const opportunities = system('a customer says how many opportunities it has, whoever sees them', opportunityType);
/** Of the customer of a row; its own `r` must not be taken for the row's. */
const businessCount = sql`(
  select count(*)::int from (select r.customer_id as id) as wanted cross join lateral (
    select from ${opportunities.from} where r.customer_id = wanted.id and ${opportunities.live}) as one)`;

/** What is special about customers: they have limits and can be in the pool. */
export const customerRules: Rules = {
  headings: headingWords,
  limits: limitsToOwn,
  afterUndo: async (db, ids, columns) => {
    if (columns.some((column) => countedColumns.has(column))) await refuseExcess(db, ids);
  },
  resetOnOwnerChange: () => ({
    followup: sql`0::smallint`,
    owner_since: sql`now()`,
    pool_time: sql`null::timestamptz`,
    former_owner_id: sql`null::int`,
  }),
  resetOnRelease: (formerOwner) => ({
    pool_time: sql`now()`,
    former_owner_id: formerOwner,
    is_lock: sql`0::smallint`,
  }),
  validate: [creditCodeRule('receipt_identifier')],
  transitions: customerTransitions,
  onMerge: (sourceIds) => {
    const { from } = system('the survivor has what the records merged into it had', customerType);
    const most = (column: string) =>
      sql`greatest(r.${sql.ref(column)}, (
        select max(r.${sql.ref(column)}) from ${from} where r.customer_id = any(${[...sourceIds]}::bigint[])))`;
    const deal = most('deal_status');
    // a deal ends a lock, as when it is set
    return {
      deal_status: deal,
      followup: most('followup'),
      is_lock: sql`case when ${deal} = 1 then 0 else r.is_lock end`,
    };
  },
  rowExtras: async (db, { rights }) => ({ businessCount, ...(await daysLeft(db, rights.version)) }),
  onPoolRead: async (db: Database, actor, customerId) => {
    await db.insertInto('pool_view').values({ customer_id: customerId, user_id: actor.userId }).execute();
  },
};
