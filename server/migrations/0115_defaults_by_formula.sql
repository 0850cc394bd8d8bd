-- The default of a field, computed from the other fields of a new record, which stand there as in formulas.
alter table record_field add column default_formula text check (default_formula <> '');
