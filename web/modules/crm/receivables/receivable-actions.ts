import { call } from '#web/lib/http/client.ts';
import type { RecordAction } from '#web/record/record-screen.ts';
import { idOf } from '#web/record/row.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** What can be done with receivables beside what all records have. */
export const receivableActions: readonly RecordAction[] = [
  {
    key: 'discard',
    label: 'receivable.discard',
    access: permissionOf(receivableType, 'discard'),
    isDangerous: true,
    fits: (rows) => rows.length === 1 && rows.every((row) => row['checkStatus'] === checkStatuses.passed),
    question: { one: 'receivable.discard_one', many: 'receivable.discard_one' },
    perform: async ([row]) => {
      if (row) await call(receivableCalls.discard, { receivablesId: idOf(receivableType, row) });
      return { operationId: null, count: 1, told: 'receivable.discarded' };
    },
  },
];
