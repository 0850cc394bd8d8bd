import type { Chip } from '#web/record/cells/chip.ts';
import type { Row } from '#web/record/row.ts';
import { stateChips } from '#web/record/states/state-chips.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { companyTime } from '#shared/record/time.ts';

/** Of an opportunity in progress, whether its close date has passed, and whether nothing is planned. */
export function opportunityFlags(row: Row): readonly Chip[] {
  if (Number(row['isEnd']) !== outcomes.open) return [];
  const due = String(row['dealDate'] ?? '').slice(0, 10);
  const today = companyTime(Date.now()).slice(0, 10);
  return [
    ...(due !== '' && due < today ? [{ label: 'opportunity.overdue', tone: 'danger' } as const] : []),
    // without the right to see it, nothing is known of it
    ...('nextTime' in row && !row['nextTime'] ? [{ label: 'opportunity.no_next', tone: 'warning' } as const] : []),
  ];
}

/** The stage, how it ended, and what it has to be looked at for. */
export const opportunityChips = (row: Row, fields: readonly FilterField[]): readonly Chip[] => [
  ...stateChips(opportunityType, row, fields),
  ...opportunityFlags(row),
];
