-- An attempt to log in counts from its beginning; one whose password is still being looked at is no failure of its address yet.
alter table login_failure add column pending boolean not null default true;
create index login_failure_time on login_failure (failed_at);
create index session_login_end on session_login (ended_at) where ended_at is not null;
create index session_login_created on session_login (created_at);
