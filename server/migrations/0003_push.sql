-- What was pushed in the last 24 hours, for streams that come back. Ids and types only, never content (security W6).
create sequence push_event_id;
create table push_event (
  -- shared by the rows of one event, one row for each recipient
  event_id bigint not null,
  -- 0 = everybody
  to_user int not null,
  type text not null,
  ids jsonb not null default '{}',
  -- the transaction that wrote it
  xid xid8 not null default pg_current_xact_id(),
  -- every transaction below this one had ended when the event was written: who saw this event has missed none of those
  horizon xid8 not null,
  created_at timestamptz not null default now(),
  primary key (event_id, to_user)
);
create index push_event_recipient on push_event (to_user, xid);
create index push_event_created on push_event (created_at);
