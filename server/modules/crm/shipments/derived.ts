import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { isLegibleIn } from '#server/record/fields/legible.ts';
import type { RuleDraft, Values } from '#server/record/registry.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { isBlank } from '#shared/record/field.ts';

/** Who gets the goods, by the column of the contract that says so. */
const copies = {
  receiver_name: 'recipient_name',
  receiver_mobile: 'recipient_mobile',
  receiver_address: 'recipient_address',
} as const;
const own = Object.entries(copies);

/** A new shipment, or one of another contract, that does not say whom it goes to. */
const lacksReceiver = ({ next, previous }: RuleDraft): boolean =>
  (previous === null || String(previous['contract_id']) !== String(next['contract_id'])) &&
  !isBlank(next['contract_id']) &&
  own.every(([name]) => isBlank(next[name]));

/** Goods go to whom the contract names where nobody else is named, as far as the writer may see it. */
export async function derivedOf(db: Database, actor: Actor, drafts: readonly RuleDraft[]): Promise<readonly Values[]> {
  const lacking = drafts.filter(lacksReceiver);
  const receivers = lacking.length === 0 ? new Map<number, Values>() : await receiversOf(db, actor, lacking);
  return drafts.map((draft) => (lacksReceiver(draft) ? receivers.get(Number(draft.next['contract_id'])) : null) ?? {});
}

async function receiversOf(
  db: Database,
  actor: Actor,
  drafts: readonly RuleDraft[],
): Promise<ReadonlyMap<number, Values>> {
  const fields = await fieldsOf(db, actor, contractType);
  const shown = own.filter(([, theirs]) => isLegibleIn(fields, theirs));
  const { from, live } = system('goods go where the contract says; the writer was checked to see it', contractType);
  const { rows } = await sql<Record<string, string | null> & { readonly id: number }>`
    select r.contract_id as id, r.recipient_name, r.recipient_mobile, r.recipient_address from ${from}
    where ${live} and r.contract_id = any(${drafts.map(({ next }) => Number(next['contract_id']))}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [Number(row.id), Object.fromEntries(shown.map(([name, theirs]) => [name, row[theirs] ?? null]))]),
  );
}
