-- Logins by which somebody looks at the product as another person, or by the rights of one role; such a login reads only.
alter table session_login
  add column viewer_login_id bigint references session_login on delete cascade,
  add column viewed_role_id int references role on delete cascade,
  -- the version of the organisation at which it was allowed: any change ends it
  add column viewed_version bigint;
create index session_login_viewer on session_login (viewer_login_id) where viewer_login_id is not null;
