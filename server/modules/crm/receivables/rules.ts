import { approvalReach, keptWhileRunning } from '#server/approval/reach.ts';
import { receivableTemplates } from '#server/modules/crm/receivables/print-template.ts';
import { recipientsOfContacts, recipientsOfContracts } from '#server/modules/crm/recipients.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import { sql } from 'kysely';
import { system } from '#server/record/access/system.ts';
import type { RuleProblem, Rules, Values } from '#server/record/registry.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { recipientColumns } from '#shared/crm/recipients/recipient.ts';
import { methodKind } from '#shared/crm/receivables/methods.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { booking, openingBooking, unbooking } from './booking/book.ts';
import { withFigures } from './row-figures.ts';

/** What a method of payment asks for, with the messages of older clients. */
function methodProblems(next: Values): readonly RuleProblem[] {
  const method = methodKind(next[paymentMethodField]);
  if (method === 'coupon' && (next['remark'] ?? '') === '')
    return [{ code: 'receivable.coupon_remark', params: {}, fieldName: 'remark' }];
  if (method === 'arrears' && (next['arrear_type'] ?? '') === '')
    return [{ code: 'arrears.type_missing', params: {}, fieldName: 'arrear_type' }];
  return [];
}

/** Goods go to the contact that is chosen, else to whom the contract names. */
const recipients: Rules['beforeSave'] = async (db, actor, drafts) => {
  const ofContracts = await recipientsOfContracts(db, actor, drafts, ownRecipient);
  const ofContacts = await recipientsOfContacts(db, drafts);
  return drafts.map((_draft, at) => ({ ...ofContracts[at], ...ofContacts[at] }));
};

const ownRecipient = Object.fromEntries(['addressee_id', ...Object.keys(recipientColumns)].map((name) => [name, name]));

/** What was booked stays, also once it is discarded; others go as long as nobody decides on them. */
const undeletable: Rules['undeletable'] = async (db, ids) => {
  const running = await keptWhileRunning(receivableType)(db, ids);
  const { from } = system('receivables that were booked stay, whoever deletes them', receivableType);
  const { rows } = await sql<{ id: number; number: string }>`
    select r.receivables_id as id, r.number from ${from}
    where r.receivables_id = any(${[...ids]}::bigint[])
      and r.check_status in (${checkStatuses.passed}, ${checkStatuses.discarded})`.execute(db);
  return new Map([
    ...running,
    ...rows.map(({ id, number }) => [id, new AppError('receivable.kept', { number })] as const),
  ]);
};

export const receivableRules: Rules = {
  headings: headingWords,
  beforeSave: recipients,
  validate: [methodProblems],
  opensTo: approvalReach,
  undeletable,
  transitions: { check_status: { approve: booking, takeOver: openingBooking, discard: unbooking } },
  rowExtras: withFigures,
  printTemplates: receivableTemplates,
};
