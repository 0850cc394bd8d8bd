/** Errors of the ledger. */
export const ledgerErrors = {
  'ledger.plans_over': 422,
  'ledger.invoiced': 422,
  'ledger.over_invoiced': 422,
  'ledger.below_invoiced': 422,
  'ledger.below_received': 422,
  'ledger.has_entries': 500,
  'ledger.month_running': 422,
  'ledger.month_closed': 422,
} as const;
type LedgerErrors = typeof ledgerErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends LedgerErrors {}
}
