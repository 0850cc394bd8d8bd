-- The columns of follow-ups, which only tables of records that have follow-ups hold. For migrations only.
create function keep_follow_ups(name text) returns void language plpgsql as $$
begin
  execute format($sql$alter table %I
    add column followup smallint not null default 0 check (followup in (0, 1)),
    add column last_time timestamptz,
    add column last_content text$sql$, name);
end $$;
revoke execute on function keep_follow_ups from public;

-- Finds records of the same name but for how it is written. For migrations only.
create function keep_name_keys(name text, title_column text) returns void language plpgsql as $$
begin
  execute format('create index %I on %I (company_name_key(%I)) where deleted_at is null', name || '_name_key', name, title_column);
end $$;
revoke execute on function keep_name_keys from public;

-- As before (migration 0023), with what a type can do in functions of their own.
create or replace function make_table_of_records(
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

drop function make_record_table(text, int, text, text, text[], boolean);
-- As before (migration 0031). `can` are the capabilities of the declaration that a table has something for.
create function make_record_table(
  name text, code int, id_column text, title_column text, search text[], title_is_unique boolean default false,
  can text[] default '{followUps,duplicates}'
) returns void language plpgsql as $$
begin
  perform make_table_of_records(name, code, id_column, title_column, search, title_is_unique);
  perform keep_initials(name, title_column);
  perform keep_people_in_time_indexes(name, id_column);
  if 'followUps' = any (can) then perform keep_follow_ups(name); end if;
  if 'duplicates' = any (can) then perform keep_name_keys(name, title_column); end if;
end $$;
revoke execute on function make_record_table from public;
