-- Fields that the server counts over the records that point to theirs: module code and column of the children, what is
-- counted, and the conditions, in the names that never change. The form type is that of the result.
alter table record_field
  add column rollup jsonb,
  add constraint record_field_computed check (formula is null or rollup is null);
create index record_field_rollup on record_field (((rollup ->> 'child')::int)) where rollup is not null;

-- Roll-ups over records of a type. The shared lock makes a change of them wait for writes under way, and later writes see
-- it: each query of the function sees what was committed when it had the lock.
create function rollups_over(code int) returns table (field_id int, type_code int, rollup jsonb)
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(code, 6);
  return query select f.field_id, f.type_code, f.rollup from record_field f
    where f.rollup is not null and (f.rollup ->> 'child')::int = code order by f.type_code, f.field_id;
end $$;
