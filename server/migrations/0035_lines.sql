-- Gives a table of lines what the engine needs beside its id and its fields: the record that they belong to and go with,
-- their place, and the version of that record in which each came to be. For migrations only: it takes the owner's role.
create function make_line_table(name text, parent_table text, parent_id text) returns void language plpgsql as $$
begin
  execute format($sql$alter table %I
    add column %I bigint not null references %I on delete cascade,
    add column place int not null check (place >= 0),
    add column since int not null$sql$, name, parent_id, parent_table);
  execute format('create index %I on %I (%I, place)', name || '_parent', name, parent_id);
end $$;
revoke execute on function make_line_table from public;

-- The lines as they were, when the act changed them.
alter table operation_row add column lines_before jsonb;
