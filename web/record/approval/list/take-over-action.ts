import { call } from '#web/lib/http/client.ts';
import type { DialogAction, RecordAction } from '#web/record/record-screen.ts';
import { idsOf, type Row } from '#web/record/row.ts';
import { performed } from '#web/record/states/state-actions.tsx';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** Drafts of an old system become approved without anybody being asked or told. */
export const takeOverAction = (type: RecordType, endpoint: Endpoint): RecordAction => ({
  ...takingOver(type),
  question: { one: 'approval.ask_take_over', many: 'approval.ask_take_over' },
  params: (rows) => ({ count: rows.length, money: moneyOf(rows) }),
  perform: (rows) => performed(() => call(endpoint, { [type.idsKey]: idsOf(type, rows) }, { quiet: true })),
});

/** The same where more is asked than whether to. */
export const takeOverDialog = (type: RecordType, Dialog: DialogAction['Dialog']): RecordAction => ({
  ...takingOver(type),
  Dialog,
});

const takingOver = (type: RecordType) =>
  ({
    key: 'takeOver',
    label: 'approval.take_over',
    access: permissionOf(type, 'opening'),
    isForMany: true,
    fits: (rows: readonly Row[]) => rows.every((row) => row['checkStatus'] === checkStatuses.draft),
  }) as const;

/** What they come to; a dash where an amount is hidden from the reader. */
export function moneyOf(rows: readonly Row[]): string {
  const amounts = rows.map((row) => String(row['money'] ?? ''));
  return amounts.every((amount) => /^\d+(\.\d+)?$/.test(amount)) ? withSeparators(sumOf(amounts)) : '—';
}
