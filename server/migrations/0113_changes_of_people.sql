-- Changes of people are kept like those of settings, so an erasure empties what they say of somebody.

-- People as a change keeps them, without what it says of those whom an erasure names.
create function people_without_erased(people jsonb, wanted integer) returns jsonb
  language sql stable set search_path = pg_catalog, public as $$
  select case when jsonb_typeof(people) = 'array' then (
    select coalesce(jsonb_agg(case when r.record_id is null then person
      else person || '{"realname": "", "email": "", "post": "", "sex": 0}' end order by at), '[]')
    from jsonb_array_elements(people) with ordinality as p (person, at)
    left join public.erasure_record r
      on r.erasure_id = wanted and r.type_code = 0 and r.record_id = (p.person ->> 'id')::bigint)
  else people end
$$;

create or replace function erase_history(wanted integer, labels text[], names text[], words text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from public.erasure where erasure_id = wanted) then
    raise exception 'history is emptied for an erasure alone';
  end if;
  update public.event e set
    changes = (select coalesce(jsonb_agg((change - 'fromText' - 'toText') || '{"from": null, "to": null}' order by at), '[]')
      from jsonb_array_elements(e.changes) with ordinality as c (change, at)),
    details = public.json_without_words(e.details, names || words)
  from public.erasure_record r
  where r.erasure_id = wanted and e.type_code = r.type_code and e.record_id = r.record_id
    and (e.changes <> '[]' or e.details <> '{}');
  update public.audit a set subject = label from unnest(labels) as label where starts_with(a.subject, label || ' ');
  update public.audit a set subject = public.without_words(a.subject, words)
  where exists (select from unnest(words) as word where strpos(a.subject, word) > 0);
  update public.setting_change s set before = public.json_without_words(s.before, names || words),
    after = public.json_without_words(s.after, names || words)
  where exists (select from unnest(words) as word where strpos(concat(s.before, s.after), word) > 0);
  -- of the staff only those whom the erasure names, at their own places in a change of several people
  update public.setting_change s set before = public.people_without_erased(s.before, wanted),
    after = public.people_without_erased(s.after, wanted)
  where s.kind = 'person' and exists (
    select from public.erasure_record r
    where r.erasure_id = wanted and r.type_code = 0 and r.record_id::text = any(string_to_array(s.item, ',')));
end $$;
