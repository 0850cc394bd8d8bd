-- A flow that was deleted may be put in force again, as it was: an undo of what was set up. What it says still never changes.
create or replace function keep_approval_flow() returns trigger language plpgsql as $$
begin
  if (new.category_type, new.examine_type, new.name, new.remarks, new.user_ids, new.dept_ids, new.conditions, new.steps, new.cc_user_ids)
    is distinct from
    (old.category_type, old.examine_type, old.name, old.remarks, old.user_ids, old.dept_ids, old.conditions, old.steps, old.cc_user_ids) then
    raise exception 'a flow does not change';
  end if;
  return new;
end $$;
