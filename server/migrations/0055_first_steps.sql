-- When somebody has put away the list of first steps. Who has worked here before is no newcomer.
alter table app_user add column first_steps_hidden_at timestamptz;
update app_user set first_steps_hidden_at = now() where last_login_time is not null;
