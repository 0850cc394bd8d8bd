-- A record that is to become another one, such as an order for a change of a contract, holds nothing unique beside it: what
-- it says is that one's. The fourth argument of the trigger names the column that says which.
create or replace function keep_unique_values() returns trigger language plpgsql as $$
declare
  code int := tg_argv[0]::int;
  id_column text := tg_argv[1];
  holding text := 'r.deleted_at is null' || case when tg_nargs > 3 then format(' and r.%I is null', tg_argv[3]) else '' end;
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
          select unique_digest(%s) as digest, r.%I as id from new_rows r where %s
        ) as come where digest is not null order by 2', field.value, id_column, holding) using field.id;
    else
      execute format('delete from unique_value u using (
          select r.%2$I as id, %1$s as value from old_rows r where %3$s
          except select r.%2$I, %1$s from new_rows r where %3$s
        ) as gone where u.field_id = $1 and u.record_id = gone.id', field.value, id_column, holding) using field.id;
      execute format('insert into unique_value (field_id, digest, record_id)
        select $1, digest, id from (
          select unique_digest(value) as digest, id from (
            select r.%2$I as id, %1$s as value from new_rows r where %3$s
            except select r.%2$I, %1$s from old_rows r where %3$s
          ) as changed
        ) as come where digest is not null order by 2', field.value, id_column, holding) using field.id;
    end if;
  end loop;
  return null;
end $$;

drop trigger contract_unique_insert on contract;
drop trigger contract_unique_update on contract;
drop trigger contract_unique_delete on contract;
create trigger contract_unique_insert after insert on contract referencing new table as new_rows
  for each statement execute function keep_unique_values(6, contract_id, '', changes_id);
create trigger contract_unique_update after update on contract referencing old table as old_rows new table as new_rows
  for each statement execute function keep_unique_values(6, contract_id, '', changes_id);
create trigger contract_unique_delete after delete on contract referencing old table as old_rows
  for each statement execute function keep_unique_values(6, contract_id, '', changes_id);

delete from unique_value u using contract o, record_field f
where o.contract_id = u.record_id and o.changes_id is not null and f.field_id = u.field_id and f.type_code = 6;
delete from unique_value u using contract o, unique_rule r
where o.contract_id = u.record_id and o.changes_id is not null and r.rule_id = u.field_id and r.type_code = 6;

-- Orders that are open could not have what is unique in their contract, which an empty value would take from it now.
update contract o set custom = lacking.values || o.custom
from (
  select o.contract_id, jsonb_object_agg('f' || f.field_id, c.custom -> ('f' || f.field_id)) as values
  from contract o join contract c on c.contract_id = o.changes_id
  join record_field f on f.type_code = 6 and f.field_type = 0 and c.custom ? ('f' || f.field_id) and (f.is_unique or exists (
    select from unique_rule u where u.type_code = 6 and f.field_id = any(u.field_ids)))
  where o.change_status = 1 and not o.custom ? ('f' || f.field_id) group by 1
) as lacking where lacking.contract_id = o.contract_id;
