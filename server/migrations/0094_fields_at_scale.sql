-- A field that people often filter and sort by has an index of its own, which a job builds as the owner, without a lock
-- that writes wait for; `is_index_ready` says that queries may count on it.
alter table record_field
  add column is_indexed boolean not null default false,
  add column is_index_ready boolean not null default false;

-- How far an index is built: views of progress show the application nothing of what the owner does.
create function index_progress(index_name text) returns table (phase text, done bigint, total bigint)
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select p.phase, case when p.blocks_total > 0 then p.blocks_done else p.tuples_done end,
      case when p.blocks_total > 0 then p.blocks_total else p.tuples_total end
    from pg_stat_progress_create_index as p join pg_class as c on c.oid = p.index_relid
    where p.datname = current_database() and c.relname = index_name;
  end;

-- Fields of a form whose values no two live records may have all in common. The id is of the same sequence as those of
-- fields, since `unique_value` keeps the combinations beside the values.
create table unique_rule (
  rule_id int primary key default nextval(pg_get_serial_sequence('record_field', 'field_id')),
  type_code int not null,
  field_ids int[] not null check (cardinality(field_ids) between 2 and 5)
);
create index unique_rule_type on unique_rule (type_code);

-- Several values as one: their keys, each with its length in front, so that no two combinations are written alike. Null
-- where one of them is empty. The application has the same rule in `joinedValue`.
create function joined_value(parts text[]) returns text
  language sql immutable strict parallel safe
  return (
    select case when bool_and(coalesce(key, '') <> '') then string_agg(length(key) || ':' || key, '' order by place) end
    from unnest(parts) with ordinality as p(part, place), unique_key(part) as key
  );

-- As before (migration 0048), of combinations too.
create or replace function keep_unique_values() returns trigger language plpgsql as $$
declare
  code int := tg_argv[0]::int;
  id_column text := tg_argv[1];
  field record;
begin
  perform pg_advisory_xact_lock_shared(code, 6);
  for field in
    with read as (
      select f.field_id, f.is_unique, case f.field_type when 1 then format('(to_jsonb(r.%I) #>> ''{}'')', f.field_name)
                                                        else format('(r.custom ->> %L)', 'f' || f.field_id) end as value
      from record_field f where f.type_code = code and (f.is_unique or exists (
        select from unique_rule u where u.type_code = code and f.field_id = any(u.field_ids)))
    )
    select field_id as id, value from read where is_unique
    union all
    select u.rule_id, format('joined_value(array[%s])', string_agg(read.value, ', ' order by place))
    from unique_rule u, unnest(u.field_ids) with ordinality as part(field_id, place) join read using (field_id)
    where u.type_code = code group by u.rule_id
    order by id
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
