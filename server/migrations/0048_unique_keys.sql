-- The form in which unique values are compared: full and half width and characters that are not seen make no difference.
-- The application has the same rule in `uniqueKey`.
create function unique_key(value text) returns text
  language sql immutable strict parallel safe
  return normalize(regexp_replace(value,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), nfkc);

-- As before (migration 0022), of the key; null for a value of which nothing is seen.
create or replace function unique_digest(value text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(nullif(unique_key(value), ''), 'UTF8'));

-- As before (migration 0022), for every unique field: what has an index of its own is compared by its key here too. The
-- statements name the field's column, since turning whole rows into jsonb costs several times as much.
create or replace function keep_unique_values() returns trigger language plpgsql as $$
declare
  code int := tg_argv[0]::int;
  id_column text := tg_argv[1];
  field record;
begin
  perform pg_advisory_xact_lock_shared(code, 6);
  for field in
    select f.field_id as id, case f.field_type when 1 then format('to_jsonb(r.%I) #>> ''{}''', f.field_name)
                                               else format('r.custom ->> %L', 'f' || f.field_id) end as value
    from record_field f where f.type_code = code and f.is_unique order by f.field_id
  loop
    if tg_op = 'DELETE' then
      execute format('delete from unique_value u using old_rows o where u.field_id = $1 and u.record_id = o.%I', id_column)
        using field.id;
    elsif tg_op = 'INSERT' then
      execute format('insert into unique_value (field_id, digest, record_id)
        select $1, digest, id from (
          select unique_digest(%s) as digest, r.%I as id from new_rows r where r.deleted_at is null
        ) as come where digest is not null order by 2', field.value, id_column) using field.id;
    else
      execute format('delete from unique_value u using (
          select r.%2$I as id, %1$s as value from old_rows r where r.deleted_at is null
          except select r.%2$I, %1$s from new_rows r where r.deleted_at is null
        ) as gone where u.field_id = $1 and u.record_id = gone.id', field.value, id_column) using field.id;
      execute format('insert into unique_value (field_id, digest, record_id)
        select $1, digest, id from (
          select unique_digest(value) as digest, id from (
            select r.%2$I as id, %1$s as value from new_rows r where r.deleted_at is null
            except select r.%2$I, %1$s from old_rows r where r.deleted_at is null
          ) as changed
        ) as come where digest is not null order by 2', field.value, id_column) using field.id;
    end if;
  end loop;
  return null;
end $$;

-- Records of before whose unique value is another's by now: they keep it, and whoever runs the server is told.
create table unique_collision (
  field_id int not null references record_field on delete cascade,
  record_id bigint not null,
  primary key (field_id, record_id)
);

delete from unique_value;
do $$
declare
  stored record;
begin
  for stored in select * from (values (1, 'leads', 'leads_id'), (2, 'customer', 'customer_id'), (3, 'contacts', 'contacts_id'))
                as t (code, name, id_column)
  loop
    execute format('insert into unique_value (field_id, digest, record_id)
      select distinct on (f.field_id, digest) f.field_id, digest, r.%2$I
      from record_field f, %1$I r, unique_digest(field_text(to_jsonb(r), f)) as digest
      where f.type_code = $1 and f.is_unique and r.deleted_at is null and digest is not null
      order by f.field_id, digest, r.%2$I', stored.name, stored.id_column) using stored.code;
    execute format('insert into unique_collision (field_id, record_id)
      select f.field_id, r.%2$I from record_field f, %1$I r, unique_digest(field_text(to_jsonb(r), f)) as digest
      join unique_value u using (digest)
      where f.type_code = $1 and f.is_unique and r.deleted_at is null and u.field_id = f.field_id and u.record_id <> r.%2$I',
      stored.name, stored.id_column) using stored.code;
  end loop;
end $$;
