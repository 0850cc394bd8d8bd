/** Accounts of the ledger. Entries are debits above 0 and credits below; a figure is a sum of them, turned by its `sign`. */
export const accounts = [
  'contracted',
  'due',
  'received',
  'coupon',
  'arrears',
  'credit',
  'refunded',
  'planned',
  'plan_offset',
  'invoiced',
  'invoice_offset',
] as const;
export type Account = (typeof accounts)[number];

/** What brought an entry about. */
export const ledgerEvents = [
  'passed',
  'discarded',
  'received',
  'settled',
  'overpaid',
  'remainder',
  'owed',
  'closed',
  'planned',
  'reversed',
  'invoiced',
  'prepaid',
  'refunded',
] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];

interface FigureDeclaration {
  readonly accounts: readonly Account[];
  readonly sign: 1 | -1;
}

/** The figures of a contract, each with the entries that it is the sum of. */
export const contractFigures = {
  contractMoney: { accounts: ['contracted'], sign: -1 },
  receivedMoney: { accounts: ['received', 'coupon', 'credit', 'refunded'], sign: 1 },
  unreceivedMoney: { accounts: ['due', 'arrears'], sign: 1 },
  arrearsMoney: { accounts: ['arrears'], sign: 1 },
  invoicedMoney: { accounts: ['invoiced'], sign: 1 },
  plannedMoney: { accounts: ['planned'], sign: 1 },
  creditMoney: { accounts: ['credit'], sign: -1 },
} as const satisfies Readonly<Record<string, FigureDeclaration>>;
export const figureNames = Object.keys(contractFigures) as readonly ContractFigure[];
export type ContractFigure = keyof typeof contractFigures;

/** Types of documents that entries come from: module codes, and of what has none on the wire a code of its own. */
export const ledgerDocuments = { contract: 6, receivable: 7, plan: 8, invoice: 21, arrears: 22, credit: 23 } as const;
