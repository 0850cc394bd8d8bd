-- Fields that the server computes from others of their record, which stand there by what never changes of them: their
-- column, or f and the id of a custom field. The form type is that of the result, the decimals are those of a number.
alter table record_field
  add column formula text check (formula <> ''),
  add column formula_decimals smallint not null default 2 check (formula_decimals between 0 and 4);

-- Records of a type whose formulas have changed, computed anew in the order of their ids; a newer change begins again.
create table formula_recompute (
  type_code int primary key,
  last_id bigint not null default 0,
  done_rows bigint not null default 0,
  total_rows bigint,
  request_time timestamptz not null default now(),
  finish_time timestamptz
);
