-- What the search index holds of a text: every pair of neighbouring characters, and every four digits in a row. Pairs of
-- digits stand in every phone number, so that four digits found through them cost a walk over three long lists.
create function search_tokens(value text) returns text[]
  language plpgsql immutable strict parallel safe as $$
declare
  signs text[] := string_to_array(value, null);
  tokens text[] := '{}';
  digits int := 0;
begin
  for i in 1 .. cardinality(signs) loop
    digits := case when ascii(signs[i]) between 48 and 57 then digits + 1 else 0 end;
    if digits >= 4 then
      tokens := tokens || (signs[i - 3] || signs[i - 2] || signs[i - 1] || signs[i]);
    end if;
    -- a line end stands between the fields
    if i > 1 and signs[i] <> chr(10) and signs[i - 1] <> chr(10) then
      tokens := tokens || (signs[i - 1] || signs[i]);
    end if;
  end loop;
  return tokens;
end $$;

drop index customer_search;
create index customer_search on customer using gin (search_tokens(search_text)) where deleted_at is null;
drop function bigrams(text);
-- How often each token occurs: the statistics of a partial index are not used for this.
create statistics customer_search_tokens on (search_tokens(search_text)) from customer;
