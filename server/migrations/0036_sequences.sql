-- How a field numbers its records. `per` is '' for one counter of the type, 'department', or the name of a relation field.
create table record_sequence (
  field_id int primary key references record_field on delete cascade,
  pattern text not null,
  reset text not null check (reset in ('never', 'yearly', 'monthly', 'daily')),
  per text not null default '',
  update_time timestamptz not null default now()
);
-- The last counter given, by period ('' without a reset) and scope ('' for the type, else the id of the department or the
-- parent record).
create table sequence_counter (
  field_id int not null references record_sequence on delete cascade,
  period text not null,
  scope_key text not null,
  last bigint not null,
  primary key (field_id, period, scope_key)
);
