-- How many of the changes were of roles alone, so that what does not depend on roles is kept while only they change. Whoever raises the
-- version alone says that anything may have changed.
alter table org_version add column role_changes bigint not null default 0;
