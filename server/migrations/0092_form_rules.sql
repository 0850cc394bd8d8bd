-- Of each field in its form: the section that begins before it, its width, the conditions under which it is shown or
-- required, and the options that another field allows. Other fields stand in it by their immutable key.
alter table record_field add column rules jsonb not null default '{}';
