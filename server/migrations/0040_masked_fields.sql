-- 0 hidden, 1 read, 3 masked; a field without a row may be written.
alter table role_field drop constraint role_field_level_check;
alter table role_field add constraint role_field_level_check check (level in (0, 1, 3));
