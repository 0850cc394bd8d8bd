import { z } from 'zod';
import { accounts, figureNames, ledgerEvents } from '#shared/crm/ledger/accounts.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, limit, nothing, page, pageOf } from '#shared/wire/values.ts';

const entry = z.object({
  entryId: z.int(),
  postingId: z.int(),
  account: z.enum(accounts),
  event: z.enum(ledgerEvents),
  /** As it counts for the figure. */
  money: z.string(),
  /** The document that it comes from: wire name of its type, '' for one without, and version. */
  types: z.string(),
  documentType: z.int(),
  documentId: z.int(),
  documentVersion: z.int(),
  /** Of an entry of the contract, which of its versions booked it; 0 for one without orders for changes, and other documents. */
  contractVersion: z.int(),
  documentName: z.string(),
  /** 1 when the reader may open it. */
  mayOpen: z.int(),
  userId: z.int(),
  userName: z.string(),
  documentDate: z.string(),
  ledgerDate: z.string(),
  postedTime: z.string(),
  /** The entry that it takes back. */
  reverses: z.int().nullable(),
});
export type LedgerEntry = z.infer<typeof entry>;

const figures = z.object({
  contractMoney: z.string(),
  receivedMoney: z.string(),
  unreceivedMoney: z.string(),
  arrearsMoney: z.string(),
  invoicedMoney: z.string(),
  plannedMoney: z.string(),
  creditMoney: z.string(),
});

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const frozen = z.object({
  month: z.string(),
  userName: z.string(),
  createTime: z.string(),
});

export const ledgerCalls = {
  /** The figures of a contract. */
  figures: endpoint({
    path: 'CrmLedger/queryFigures',
    access: 'crm:ledger:read',
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: figures,
    codes: ['access.record'],
  }),
  /** The entries that a figure of a contract is the sum of, newest first. */
  entries: endpoint({
    path: 'CrmLedger/queryEntries',
    access: 'crm:ledger:read',
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id, figure: z.enum(figureNames as [string, ...string[]]), page, limit: limit(15) }),
    output: pageOf(entry).extend({ money: z.string() }),
    codes: ['access.record'],
  }),
  /** Which months are closed, and the first open day. */
  frozen: endpoint({
    path: 'CrmLedger/queryFrozen',
    access: 'crm:ledger:freeze',
    input: nothing,
    output: z.object({ openFrom: z.string(), nextMonth: z.string(), list: z.array(frozen) }),
  }),
  /** Closes all months up to one: what comes later is booked in the first open one. */
  freeze: endpoint({
    path: 'CrmLedger/freeze',
    access: 'crm:ledger:freeze',
    effect: 'write',
    input: z.object({ period: month }),
    output: z.object({ openFrom: z.string() }),
    codes: ['ledger.month_running', 'ledger.month_closed'],
  }),
  /** Compares every figure with its entries. */
  recount: endpoint({
    path: 'CrmLedger/recount',
    access: 'crm:ledger:freeze',
    rate: 'heavy',
    input: nothing,
    output: z.object({
      entries: z.int(),
      contracts: z.int(),
      differences: z.array(
        z.object({ what: z.string(), id: z.int(), figure: z.string(), held: z.string(), sum: z.string() }),
      ),
    }),
  }),
};
