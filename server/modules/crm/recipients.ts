import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { isLegibleIn } from '#server/record/fields/legible.ts';
import type { RuleDraft, Values } from '#server/record/registry.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { contractType, deliveryMethods } from '#shared/crm/contracts/contract-type.ts';
import { recipientColumns, recipientLacks } from '#shared/crm/recipients/recipient.ts';
import type { SentRecipient } from '#shared/crm/recipients/sent-recipient.ts';
import { isBlank, textOf } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const sentColumns = {
  contactsId: 'addressee_id',
  name: 'recipient_name',
  mobile: 'recipient_mobile',
  address: 'recipient_address',
} as const;

/** Who gets the goods, as fields. */
export const recipientEntity = (sent: SentRecipient): Values =>
  Object.fromEntries(
    Object.entries(sentColumns).flatMap(([key, column]) => {
      const value = sent?.[key as keyof typeof sentColumns];
      return value === undefined ? [] : [[column, value]];
    }),
  );

interface Contact extends Record<'name' | 'mobile' | 'address', string | null> {
  readonly id: number;
}

/** For each draft, who gets the goods as the contact was when it was chosen; empty where no other one was. */
export async function recipientsOfContacts(db: Database, drafts: readonly RuleDraft[]): Promise<readonly Values[]> {
  const contacts = await addresseesOf(db, drafts.filter(isAddressed));
  return drafts.map((draft) => {
    const contact = isAddressed(draft) ? contacts.get(Number(draft.next['addressee_id'])) : undefined;
    return contact ? copiedFrom(contact, draft) : {};
  });
}

/** Another contact is chosen. */
const isAddressed = ({ next, previous }: RuleDraft): boolean =>
  (next['addressee_id'] ?? null) !== null && String(next['addressee_id']) !== String(previous?.['addressee_id'] ?? '');

/** What is typed with the contact stays; what the former one left goes with it. */
const copiedFrom = (contact: Contact, { next, previous }: RuleDraft): Values =>
  Object.fromEntries(
    Object.entries(recipientColumns).flatMap(([own, theirs]) => {
      const typed = textOf(next[own]) ?? '';
      const isTyped = typed !== '' && typed !== (textOf(previous?.[own]) ?? '');
      return isTyped ? [] : [[own, contact[theirs]]];
    }),
  );

async function addresseesOf(db: Database, drafts: readonly RuleDraft[]): Promise<ReadonlyMap<number, Contact>> {
  if (drafts.length === 0) return new Map();
  const { from, live } = system('a document keeps whom its goods go to, whoever writes it', contactsType);
  const { rows } = await sql<Contact>`
    select r.contacts_id as id, r.name, r.mobile, r.address from ${from}
    where ${live} and r.contacts_id = any(${drafts.map(({ next }) => Number(next['addressee_id']))}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * For each draft, whom its contract names where it is new, or of another contract by now, and names nobody, as far as the
 * writer may see it; empty for others.
 * @param copies - the draft's own columns, and those of the contract
 */
export async function recipientsOfContracts(
  db: Database,
  actor: Actor,
  drafts: readonly RuleDraft[],
  copies: Readonly<Record<string, string>>,
): Promise<readonly Values[]> {
  const own = Object.entries(copies);
  const lacks = ({ next, previous }: RuleDraft): boolean =>
    (previous === null || String(previous['contract_id']) !== String(next['contract_id'])) &&
    !isBlank(next['contract_id']) &&
    own.every(([name]) => isBlank(next[name]));
  const lacking = drafts.filter(lacks);
  if (lacking.length === 0) return drafts.map(() => ({}));
  const fields = await fieldsOf(db, actor, contractType);
  const shown = own.filter(([, theirs]) => isLegibleIn(fields, theirs));
  const { from, live } = system('goods go where the contract says; the writer was checked to see it', contractType);
  const { rows } = await sql<Values & { readonly id: number }>`
    select r.contract_id as id, r.addressee_id, r.recipient_name, r.recipient_mobile, r.recipient_address from ${from}
    where ${live} and r.contract_id = any(${lacking.map(({ next }) => Number(next['contract_id']))}::bigint[])`.execute(
    db,
  );
  const recipients = new Map(
    rows.map((row) => [Number(row.id), Object.fromEntries(shown.map(([name, theirs]) => [name, row[theirs] ?? null]))]),
  );
  return drafts.map((draft) => (lacks(draft) ? recipients.get(Number(draft.next['contract_id'])) : null) ?? {});
}

/**
 * What is paid for or signed and goes by logistics goes to somebody somewhere.
 * @param row - the document, as it is stored
 * @param lines - those of its contract
 * @throws AppError `contract.addressee`, `contract.address`
 */
export function requireRecipient(
  row: Readonly<Record<string, unknown>> | undefined,
  lines: readonly { readonly values: Values }[],
): void {
  if (!lines.some(({ values }) => values['delivery_method'] === deliveryMethods.logistics)) return;
  const lack = recipientLacks((column) => (textOf(row?.[column]) ?? '').trim() === '');
  if (lack) throw new AppError(lack.code, {}, { fieldName: lack.fieldName });
}
