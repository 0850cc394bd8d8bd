-- The tokens of a text take as long as comparing eight of them: the planner has to know, or it makes them for thousands of
-- rows in place of reading the index that holds them.
alter function search_tokens(text) cost 1000;

-- The tokens that stand in at least one of a thousand rows, and in what share of them, as the last ANALYZE saw it. The
-- statistics are the owner's; what is told of them are pieces of text that are common to thousands of records.
create function token_shares(of_table text) returns table (token text, share real)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.token, e.share
  from pg_stats_ext_exprs as s,
    unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e(token, share)
  where s.schemaname = 'public' and s.tablename = of_table and s.statistics_name = of_table || '_search_tokens'
    and e.token is not null and e.share >= 0.001
$$;
