import { call } from '#web/lib/http/client.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { fromContract } from '#web/modules/crm/from-contract.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import type { RecordAction } from '#web/record/record-screen.ts';
import { type Row, idOf } from '#web/record/row.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const CopyContract = lazyOverlay(() => import('#web/modules/crm/contracts/as-new-contract.tsx'), 'CopyContract');
const RenewContract = lazyOverlay(() => import('#web/modules/crm/contracts/as-new-contract.tsx'), 'RenewContract');
const InstalmentsDialog = lazyOverlay(
  () => import('#web/modules/crm/contracts/instalments/instalments-dialog.tsx'),
  'InstalmentsDialog',
);

/** One contract in force, opened by itself: only its detail says how much was paid for it. */
const isInForce = (rows: readonly Row[]): boolean =>
  rows.length === 1 &&
  rows.every(
    (row) =>
      row['checkStatus'] === checkStatuses.passed &&
      row['changeStatus'] === changeStatuses.none &&
      row['receivablesCount'] !== undefined,
  );
const isPaid = ([row]: readonly Row[]): boolean => Number(row?.['receivablesCount'] ?? 0) > 0;

const discard = async ([row]: readonly Row[]) => {
  if (row) await call(contractCalls.discard, { contractId: idOf(contractType, row) });
  return { operationId: null, count: 1, told: 'contract.discarded' as const };
};

const discardAction = {
  label: 'contract.discard',
  access: permissionOf(contractType, 'discard'),
  isDangerous: true,
  perform: discard,
} as const;

/** What can be done with contracts beside what all records have. */
export const contractActions: readonly RecordAction[] = [
  {
    key: 'change',
    label: 'contract.change',
    access: permissionOf(contractType, 'update'),
    fits: isInForce,
    question: { one: 'contract.change_one', many: 'contract.change_one' },
    perform: async ([row]) => {
      const contractId = row ? idOf(contractType, row) : 0;
      const { contractId: orderId } = await call(contractCalls.change, { contractId });
      const path = recordPath(contractType.name, orderId);
      return {
        operationId: null,
        count: 1,
        told: 'contract.change_begun',
        ...(path ? { next: { label: 'contract.change_open', go: () => location.assign(path) } } : {}),
      };
    },
  },
  {
    key: 'instalments',
    label: 'plan.instalments',
    access: permissionOf(planType, 'save'),
    fits: isInForce,
    Dialog: InstalmentsDialog,
  },
  ...fromContract,
  {
    key: 'renew',
    label: 'contract.renew',
    access: permissionOf(contractType, 'save'),
    fits: (rows) => rows.length === 1 && rows.every((row) => row['checkStatus'] === checkStatuses.passed),
    Dialog: RenewContract,
  },
  {
    key: 'copy',
    label: 'contract.copy',
    access: permissionOf(contractType, 'save'),
    fits: (rows) => rows.length === 1,
    Dialog: CopyContract,
  },
  {
    ...discardAction,
    key: 'discard',
    fits: (rows) => isInForce(rows) && !isPaid(rows),
    question: { one: 'contract.discard_one', many: 'contract.discard_one' },
  },
  {
    ...discardAction,
    key: 'discardPaid',
    fits: (rows) => isInForce(rows) && isPaid(rows),
    question: { one: 'contract.discard_paid', many: 'contract.discard_paid' },
  },
];
