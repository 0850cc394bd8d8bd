-- What was sold and received in some months, without reading the whole ledger.
create index ledger_entry_months on ledger_entry (ledger_date) include (contract_id, account, amount)
  where contract_id is not null and account in ('contracted', 'received', 'coupon', 'credit', 'refunded');
