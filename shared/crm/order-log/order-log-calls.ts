import { z } from 'zod';
import { outboxRow, outsideKeyLimit, outsideUrlLimit } from '#shared/platform/outbox-calls.ts';
import { dateOf } from '#shared/record/time.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, limit, optionalInt, optionalText, page, pageOf, someIds } from '#shared/wire/values.ts';

const access = 'manage:crm:log';

const orderRow = outboxRow.extend({
  /** 0 once the contract is gone. */
  contractId: z.int(),
  contractNum: z.string(),
  /** '' where the reader may not see the contract, like `customerName`. */
  contractName: z.string(),
  customerName: z.string(),
  /** As the business school numbers it; '' where it has not said. */
  orderNum: z.string(),
});
export type OrderRow = z.output<typeof orderRow>;

const day = optionalText(10).refine((value) => value === undefined || dateOf(value) !== null);

/** Orders of contracts that were handed to the business school (docs/decisions/outbox.md). */
export const orderLogCalls = {
  /** `startTime` and `endTime` are days of the request, each included; `contractNum` is a part of the number. */
  list: endpoint({
    path: 'CrmContractOrderLog/queryPageList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      startTime: day,
      endTime: day,
      contractNum: optionalText(50),
      state: optionalInt(0, 4),
    }),
    output: pageOf(orderRow),
  }),
  settings: endpoint({
    path: 'CrmContractOrderLog/querySettings',
    access,
    input: z.object({}),
    /** Keys are never sent. */
    output: z.object({ isOn: z.int(), url: z.string(), hasKey: z.int() }),
  }),
  save: endpoint({
    path: 'CrmContractOrderLog/saveSettings',
    access,
    effect: 'write',
    input: z.object({ isOn: flag, url: optionalText(outsideUrlLimit), key: optionalText(outsideKeyLimit) }),
    output: done,
    codes: ['outside.address', 'outside.key_again', 'messaging.incomplete'],
  }),
  /** Sends an order without a contract, marked as a test, through the outbox. */
  test: endpoint({
    path: 'CrmContractOrderLog/test',
    access,
    effect: 'write',
    input: z.object({}),
    output: done,
    codes: ['messaging.incomplete'],
  }),
  repeat: endpoint({
    path: 'CrmContractOrderLog/repeatByIds',
    access,
    ids: { ids: 'outbox' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'outbox.not_failed'],
  }),
  drop: endpoint({
    path: 'CrmContractOrderLog/dropByIds',
    access,
    ids: { ids: 'outbox' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'outbox.not_failed'],
  }),
};
