import { expect, it } from 'vitest';
import '#server/registrations.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { messageType } from './message-type.ts';

it.each([
  ['approval.rejected', contractType, 10],
  ['approval.passed', contractType, 11],
  ['approval.asked', contractType, 26],
  ['approval.rejected', receivableType, 12],
  ['approval.passed', receivableType, 13],
  ['approval.asked', receivableType, 27],
  ['team.added', opportunityType, 22],
  ['team.added', customerType, 23],
  ['team.added', contractType, 24],
  ['team.left', opportunityType, 28],
  ['team.left', customerType, 29],
  ['team.left', contractType, 30],
  ['team.removed', opportunityType, 31],
  ['team.removed', customerType, 32],
  ['team.removed', contractType, 33],
] as const)('%s of $1.name has the number that older clients know: %o', (name, type, number) => {
  expect([messageType(name, type).number, messageType(name, type).of?.code]).toEqual([number, type.code]);
});
