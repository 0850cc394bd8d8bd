import type { Chip } from '#web/record/cells/chip.ts';
import { stateChips } from '#web/record/states/state-chips.ts';
import type { Row } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** Numbers of days left that count as few, and as none. */
const few = 7;
const hardlyAny = 2;

/** Whether a customer has an owner or is in the pool. */
export function customerChips(customer: Row): readonly Chip[] {
  if (customer['isPool'] === 1) return [{ label: 'page.pool', tone: 'neutral' }];
  return [...stateChips(customerType, customer), ...daysLeft(customer['poolDay'])];
}

/** Empty when the rules are off, or do not apply to the customer. */
function daysLeft(days: unknown): Chip[] {
  if (typeof days !== 'number') return [];
  if (days === 0) return [{ label: 'pool.due_now', tone: 'danger' }];
  const tone = days <= hardlyAny ? 'danger' : days <= few ? 'warning' : 'neutral';
  return [{ label: 'pool.days_left', params: { days }, tone }];
}
