-- Fields, by their keys in formulas, that values of a field may have been computed from as defaults: they stay in records when the default
-- is changed or taken away, so whoever does not see these fields does not see the field either.
alter table record_field add column default_inputs text[] not null default '{}';
