-- Logs what a person may do only so often, and answers whether it may be done: the log is the count. One call in place of a
-- transaction of five; each statement of the function sees what calls at once have logged while it waited for the lock.
create function take_turn(person bigint, act text, about text, origin text, most int, seconds int) returns boolean
  language plpgsql volatile as $$
declare
  free boolean;
begin
  perform pg_advisory_xact_lock(7420014, person::int);
  select count(*) < most into free from audit
    where user_id = person and what = act and result = 'done' and created_at > now() - make_interval(secs => seconds);
  insert into audit (user_id, what, subject, result, address)
    values (person, act, about, case when free then 'done' else 'refused' end, origin);
  return free;
end
$$;
