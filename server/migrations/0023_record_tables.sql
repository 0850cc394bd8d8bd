-- Gives a table of records what the engine needs beside its id and its fields: the common columns, search text, indexes,
-- counts and unique values. `code` is the module code, `search` names the text columns that the search box looks into;
-- a title that the declaration makes unique gets an index of its own. For migrations only: it takes the owner's role.
create function make_record_table(
  name text, code int, id_column text, title_column text, search text[], title_is_unique boolean default false
) returns void language plpgsql as $$
declare
  searched text := (select string_agg(format('search_form(%I)', part), ' || chr(10) || ' order by place)
                    from unnest(search) with ordinality as s(part, place));
  unique_arguments text := format('%s, %L, %L', code, id_column, case when title_is_unique then title_column else '' end);
  live constant text := 'where deleted_at is null';
  owned constant text := 'where deleted_at is null and owner_user_id is not null';
begin
  execute format($sql$alter table %I
    add column custom jsonb not null default '{}',
    add column followup smallint not null default 0 check (followup in (0, 1)),
    add column last_time timestamptz,
    add column last_content text,
    add column owner_user_id int references app_user,
    add column create_user_id int not null references app_user,
    add column create_time timestamptz not null default now(),
    add column update_time timestamptz not null default now(),
    add column batch_id text not null,
    add column version int not null default 1,
    add column deleted_at timestamptz,
    add column delete_user_id int,
    add column search_text text generated always as (%s) stored$sql$, name, searched);
  execute format('create %s index %I on %I (%I) %s', case when title_is_unique then 'unique' else '' end,
    name || '_title', name, title_column, live);
  execute format('create unique index %I on %I (batch_id)', name || '_batch', name);
  execute format('create index %I on %I (update_time desc, %I desc) %s', name || '_updated', name, id_column, owned);
  execute format('create index %I on %I (create_time desc, %I desc) %s', name || '_created', name, id_column, owned);
  execute format('create index %I on %I (owner_user_id, update_time desc, %I desc) %s', name || '_owner_updated', name, id_column, live);
  execute format('create index %I on %I (%I collate "zh-x-icu", %I) %s', name || '_pinyin', name, title_column, id_column, owned);
  execute format('create index %I on %I (company_name_key(%I)) %s', name || '_name_key', name, title_column, live);
  execute format('create index %I on %I using gin (search_tokens(search_text)) %s', name || '_search', name, live);
  execute format('create statistics %I on (search_tokens(search_text)) from %I', name || '_search_tokens', name);
  execute format('create index %I on %I (deleted_at) where deleted_at is not null', name || '_deleted', name);
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function count_records(%s)', name || '_count_insert', name, code);
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function count_records(%s)', name || '_count_update', name, code);
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function count_records(%s)', name || '_count_delete', name, code);
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function keep_unique_values(%s)', name || '_unique_insert', name, unique_arguments);
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function keep_unique_values(%s)', name || '_unique_update', name, unique_arguments);
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function keep_unique_values(%s)', name || '_unique_delete', name, unique_arguments);
end $$;
revoke execute on function make_record_table from public;

-- An act that another one brought about, such as the transfer of a customer's contacts along with it: taken back with it.
alter table operation add column part_of bigint references operation on delete cascade;
create index operation_part on operation (part_of) where part_of is not null;
