import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recipientsOfContacts } from '#server/modules/crm/recipients.ts';
import type { RuleDraft, RuleProblem, Values } from '#server/record/registry.ts';
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
  const recipients = await recipientsOfContacts(db, drafts);
  return drafts.map(({ next, previous, lines }, at) => ({
    ...(lines.length > 0 ? { money: moneyOfLines(next) } : {}),
    ...(previous === null ? datesOf(next) : {}),
    ...recipients[at],
  }));
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
