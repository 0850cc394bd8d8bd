-- What else stands against a row beside the first: all of it is told at once, {code, params, column} each.
alter table import_row add column further jsonb;
