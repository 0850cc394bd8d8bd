import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import type { RuleDraft, RuleProblem, Values } from '#server/record/registry.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { usualDates, usualEnd } from '#shared/crm/contracts/contract-dates.ts';
import { textOf } from '#shared/record/field.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';

/** A contract does not end before it begins. */
export function contractProblems(next: Values): readonly RuleProblem[] {
  const [start, end] = [textOf(next['start_time']) ?? '', textOf(next['end_time']) ?? ''];
  const problems: RuleProblem[] = [];
  if (start !== '' && end !== '' && end < start)
    problems.push({ code: 'contract.ends_before_start', params: {}, fieldName: 'end_time' });
  return problems;
}

/**
 * What follows from the rest: the money of a contract with lines is what they come to, whatever was typed for it; a new
 * one begins today and ends after the usual time; who gets the goods is as the contact was when it was chosen.
 */
export async function derivedOf(db: Database, _actor: Actor, drafts: readonly RuleDraft[]): Promise<readonly Values[]> {
  const contacts = await addresseesOf(db, drafts.filter(isAddressed));
  return drafts.map((draft) => {
    const { next, previous, lines } = draft;
    const contact = isAddressed(draft) ? contacts.get(Number(next['addressee_id'])) : undefined;
    return {
      ...(lines.length > 0 ? { money: moneyOfLines(next) } : {}),
      ...(previous === null ? datesOf(next) : {}),
      ...(contact ? copiedFrom(contact, next, previous) : {}),
    };
  });
}

/** None as long as the lines come to nothing. */
function moneyOfLines(next: Values): Values[string] {
  const total = textOf(next['total_price']) ?? '';
  return total === '' || compared(total, '0') === 0 ? null : total;
}

function datesOf(next: Values): Values {
  const start = textOf(next['start_time']) || usualDates(Date.now()).start;
  return { start_time: start, end_time: textOf(next['end_time']) || usualEnd(start) };
}

interface Contact {
  readonly id: number;
  readonly name: string | null;
  readonly mobile: string | null;
  readonly address: string | null;
}

/** Another contact is chosen. */
const isAddressed = ({ next, previous }: RuleDraft): boolean =>
  (next['addressee_id'] ?? null) !== null && String(next['addressee_id']) !== String(previous?.['addressee_id'] ?? '');

const copies = [
  ['recipient_name', 'name'],
  ['recipient_mobile', 'mobile'],
  ['recipient_address', 'address'],
] as const;

/** What is typed with the contact stays; what the former one left goes with it. */
const copiedFrom = (contact: Contact, next: Values, previous: Values | null): Values =>
  Object.fromEntries(
    copies.flatMap(([own, theirs]) => {
      const typed = textOf(next[own]) ?? '';
      const isTyped = typed !== '' && typed !== (textOf(previous?.[own]) ?? '');
      return isTyped ? [] : [[own, contact[theirs]]];
    }),
  );

async function addresseesOf(db: Database, drafts: readonly RuleDraft[]): Promise<ReadonlyMap<number, Contact>> {
  if (drafts.length === 0) return new Map();
  const { from, live } = system('a contract keeps whom its goods go to, whoever writes it', contactsType);
  const { rows } = await sql<Contact>`
    select r.contacts_id as id, r.name, r.mobile, r.address from ${from}
    where ${live} and r.contacts_id = any(${drafts.map(({ next }) => Number(next['addressee_id']))}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}
