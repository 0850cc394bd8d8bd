-- Who gets the goods that are paid for, as contracts have it.
alter table receivables
  add column addressee_id bigint references contacts,
  add column recipient_name text,
  add column recipient_mobile text,
  add column recipient_address text;
create index receivables_by_addressee on receivables (addressee_id);
