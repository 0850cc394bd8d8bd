-- Whoever deletes a row that others may point to has the database look for those by every foreign key, row by row: without an
-- index it reads each table as a whole for each of them. For migrations only: those that make tables call it at their end.
create function index_foreign_keys() returns void language plpgsql as $$
declare
  key record;
begin
  for key in
    select t.relname as table_name, a.attname as column_name, a.attnotnull as always
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1, 2
  loop
    execute format('create index if not exists %I on %I (%I)%s', key.table_name || '_' || key.column_name || '_ref', key.table_name,
      key.column_name, case when key.always then '' else format(' where %I is not null', key.column_name) end);
  end loop;
end $$;
revoke execute on function index_foreign_keys from public;

select index_foreign_keys();
