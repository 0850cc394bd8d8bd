-- Ids below are those of seeded rows.
alter table department alter column dept_id restart with 2;
alter table app_user alter column user_id restart with 10;
alter table role alter column role_id restart with 100;
