import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recipientsOfContracts } from '#server/modules/crm/recipients.ts';
import type { RuleDraft, Values } from '#server/record/registry.ts';

/** Who gets the goods, by the column of the contract that says so. */
const copies = {
  receiver_name: 'recipient_name',
  receiver_mobile: 'recipient_mobile',
  receiver_address: 'recipient_address',
} as const;

/** Goods go to whom the contract names where nobody else is named. */
export const derivedOf = (db: Database, actor: Actor, drafts: readonly RuleDraft[]): Promise<readonly Values[]> =>
  recipientsOfContracts(db, actor, drafts, copies);
