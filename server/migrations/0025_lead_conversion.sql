-- The field of another type that takes this one's value when the record turns into one of that type, as a lead into a
-- customer (R9.9).
alter table record_field add column relevant int references record_field on delete set null;

-- The scene of what is over and done with, such as converted leads.
alter table scene drop constraint scene_kind_check;
alter table scene add constraint scene_kind_check check (kind in ('all', 'mine', 'subordinates', 'member', 'closed'));
