-- Who has opened or handed on what of the operation guide, by day. No reference to the item: a deletion that is taken back
-- has its figures again.
create table guide_use (
  item_id int not null,
  user_id int not null references app_user,
  kind text not null check (kind in ('view', 'download', 'share', 'copy')),
  day date not null default current_date,
  times int not null default 1,
  last_time timestamptz not null default now(),
  primary key (item_id, kind, user_id, day)
);
