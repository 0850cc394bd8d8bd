-- Whose a record is and who made it, beside the times that lists and the dashboard go by: rows are passed over and counted in
-- the index alone.
create function keep_people_in_time_indexes(name text, id_column text) returns void language plpgsql as $$
declare
  owned constant text := 'where deleted_at is null and owner_user_id is not null';
begin
  execute format('drop index %I, %I', name || '_updated', name || '_created');
  execute format('create index %I on %I (update_time desc, %I desc) include (owner_user_id) %s',
    name || '_updated', name, id_column, owned);
  execute format('create index %I on %I (create_time desc, %I desc) include (owner_user_id, create_user_id) %s',
    name || '_created', name, id_column, owned);
end $$;
revoke execute on function keep_people_in_time_indexes from public;

select keep_people_in_time_indexes('customer', 'customer_id');
select keep_people_in_time_indexes('leads', 'leads_id');
select keep_people_in_time_indexes('contacts', 'contacts_id');

-- As before (migration 0029), with that.
create or replace function make_record_table(
  name text, code int, id_column text, title_column text, search text[], title_is_unique boolean default false
) returns void language plpgsql as $$
begin
  perform make_table_of_records(name, code, id_column, title_column, search, title_is_unique);
  perform keep_initials(name, title_column);
  perform keep_people_in_time_indexes(name, id_column);
end $$;
revoke execute on function make_record_table from public;

-- Also what is deleted is found by what it belongs to: when that is destroyed, merged or given away.
create index contacts_of_customer on contacts (customer_id);
create index follow_up_record on follow_up (type_code, types_id);

-- Who followed up what when.
create index follow_up_made on follow_up (type_code, create_user_id, create_time) include (types_id) where deleted_at is null;
