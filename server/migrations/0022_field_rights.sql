-- What a role may do with the fields of a record type. A role that stands here has been restricted once: fields that are
-- added later, also under an old name, start hidden for it (security A8).
create table role_field_type (
  role_id int not null references role on delete cascade,
  type_code int not null,
  primary key (role_id, type_code)
);
-- 0 hidden, 1 read; a field without a row may be written.
create table role_field (
  role_id int not null,
  type_code int not null,
  field_id int not null references record_field on delete cascade,
  level smallint not null check (level in (0, 1)),
  primary key (role_id, field_id),
  foreign key (role_id, type_code) references role_field_type on delete cascade
);
create index role_field_field on role_field (field_id);

-- Values of live records in the fields that the set-up has made unique: one index for all of them, so that marking a
-- field needs no right to change the structure. Digests, since a value may be longer than an index takes.
create table unique_value (
  field_id int not null,
  digest bytea not null,
  record_id bigint not null,
  primary key (field_id, digest)
);
create index unique_value_record on unique_value (record_id, field_id);

create function unique_digest(value text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(value, 'UTF8'));

-- The value of a field in a record given as jsonb; '' when it has none.
create function field_text(record jsonb, field record_field) returns text
  language sql stable
  return coalesce(case field.field_type when 1 then record ->> field.field_name
                  else record -> 'custom' ->> ('f' || field.field_id) end, '');

-- Keeps unique_value for a table; the arguments are its module code, its id column and the column that has a unique
-- index of its own. The shared lock makes the set-up wait for writes under way, and writes for the set-up.
create function keep_unique_values() returns trigger language plpgsql as $$
declare
  code int := tg_argv[0]::int;
  id_column text := tg_argv[1];
  field record_field;
begin
  perform pg_advisory_xact_lock_shared(code, 6);
  for field in
    select f.* from record_field f where f.type_code = code and f.is_unique and f.field_name <> tg_argv[2] order by f.field_id
  loop
    if tg_op = 'DELETE' then
      delete from unique_value u using old_rows o
        where u.field_id = field.field_id and u.record_id = (to_jsonb(o) ->> id_column)::bigint;
    elsif tg_op = 'INSERT' then
      insert into unique_value (field_id, digest, record_id)
        select field.field_id, unique_digest(field_text(to_jsonb(n), field)), (to_jsonb(n) ->> id_column)::bigint
        from new_rows n where n.deleted_at is null and field_text(to_jsonb(n), field) <> '' order by 2;
    else
      delete from unique_value u using (
          select (to_jsonb(o) ->> id_column)::bigint as id, field_text(to_jsonb(o), field) as value
          from old_rows o where o.deleted_at is null
          except
          select (to_jsonb(n) ->> id_column)::bigint, field_text(to_jsonb(n), field) from new_rows n where n.deleted_at is null
        ) as gone
        where u.field_id = field.field_id and u.record_id = gone.id;
      insert into unique_value (field_id, digest, record_id)
        select field.field_id, unique_digest(come.value), come.id from (
          select (to_jsonb(n) ->> id_column)::bigint as id, field_text(to_jsonb(n), field) as value
          from new_rows n where n.deleted_at is null
          except
          select (to_jsonb(o) ->> id_column)::bigint, field_text(to_jsonb(o), field) from old_rows o where o.deleted_at is null
        ) as come
        where come.value <> '' order by 2;
    end if;
  end loop;
  return null;
end $$;
create trigger customer_unique_insert after insert on customer
  referencing new table as new_rows for each statement execute function keep_unique_values(2, customer_id, customer_name);
create trigger customer_unique_update after update on customer
  referencing old table as old_rows new table as new_rows for each statement execute function keep_unique_values(2, customer_id, customer_name);
create trigger customer_unique_delete after delete on customer
  referencing old table as old_rows for each statement execute function keep_unique_values(2, customer_id, customer_name);

insert into unique_value (field_id, digest, record_id)
  select f.field_id, unique_digest(field_text(to_jsonb(c), f)), c.customer_id
  from record_field f, customer c
  where f.type_code = 2 and f.is_unique and f.field_name <> 'customer_name' and c.deleted_at is null
    and field_text(to_jsonb(c), f) <> ''
  on conflict do nothing;
