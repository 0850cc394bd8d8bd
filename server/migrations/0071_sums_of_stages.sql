-- How many opportunities people have in each stage and with each outcome, and what they come to: boards count without reading
-- them. Nobody is 0, and so is no stage.
create table business_sum (
  owner_user_id int not null,
  type_id bigint not null,
  status_id bigint not null,
  is_end smallint not null,
  total bigint not null,
  money numeric not null,
  primary key (owner_user_id, type_id, status_id, is_end)
);

-- Whoever changes sums of a person locks the counter of that person first: of two who change several, the later one waits.
create function sum_stages() returns trigger language plpgsql as $$
declare
  changed business_sum[];
begin
  if tg_op = 'INSERT' then
    select array_agg(s::business_sum) into changed from (
      select coalesce(owner_user_id, 0), type_id, coalesce(status_id, 0), is_end, count(*), coalesce(sum(money), 0)
      from new_rows where deleted_at is null and type_id is not null group by 1, 2, 3, 4
    ) as s;
  elsif tg_op = 'DELETE' then
    select array_agg(s::business_sum) into changed from (
      select coalesce(owner_user_id, 0), type_id, coalesce(status_id, 0), is_end, -count(*), -coalesce(sum(money), 0)
      from old_rows where deleted_at is null and type_id is not null group by 1, 2, 3, 4
    ) as s;
  else
    select array_agg(s::business_sum) into changed from (
      select owner, type_id, stage, is_end, sum(n), sum(amount) from (
        select coalesce(owner_user_id, 0) as owner, type_id, coalesce(status_id, 0) as stage, is_end, 1 as n, coalesce(money, 0) as amount
        from new_rows where deleted_at is null and type_id is not null
        union all
        select coalesce(owner_user_id, 0), type_id, coalesce(status_id, 0), is_end, -1, -coalesce(money, 0)
        from old_rows where deleted_at is null and type_id is not null
      ) as moved group by 1, 2, 3, 4 having sum(n) <> 0 or sum(amount) <> 0
    ) as s;
  end if;
  if changed is null then return null; end if;
  perform from record_count where type_code = 5 and owner_user_id in (select owner_user_id from unnest(changed))
    order by owner_user_id for update;
  insert into business_sum as s select * from unnest(changed) order by owner_user_id, type_id, status_id, is_end
    on conflict (owner_user_id, type_id, status_id, is_end) do update
    set total = s.total + excluded.total, money = s.money + excluded.money;
  return null;
end $$;
create trigger business_sum_insert after insert on business
  referencing new table as new_rows for each statement execute function sum_stages();
create trigger business_sum_update after update on business
  referencing old table as old_rows new table as new_rows for each statement execute function sum_stages();
create trigger business_sum_delete after delete on business
  referencing old table as old_rows for each statement execute function sum_stages();

insert into business_sum
select coalesce(owner_user_id, 0), type_id, coalesce(status_id, 0), is_end, count(*), coalesce(sum(money), 0)
from business where deleted_at is null and type_id is not null group by 1, 2, 3, 4;
