-- Bytes of stored files per person (0 = everybody), kept by triggers in the transaction of the change.
create table file_usage (
  user_id int primary key,
  bytes bigint not null default 0
);

-- Rows are locked in the order of their ids.
create function count_file_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_usage as u (user_id, bytes)
      select owner, sum(size) from new_rows, unnest(array[0, create_user_id]) as owner group by owner order by owner
      on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
  else
    insert into file_usage as u (user_id, bytes)
      select owner, -sum(size) from old_rows, unnest(array[0, create_user_id]) as owner group by owner order by owner
      on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
  return null;
end $$;
create trigger stored_file_usage_insert after insert on stored_file
  referencing new table as new_rows for each statement execute function count_file_bytes();
create trigger stored_file_usage_delete after delete on stored_file
  referencing old table as old_rows for each statement execute function count_file_bytes();

insert into file_usage (user_id, bytes)
  select owner, sum(size) from stored_file, unnest(array[0, create_user_id]) as owner group by owner;
