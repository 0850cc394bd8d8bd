-- An act that is taken back as a whole or not at all, such as a merge.
alter table operation add column is_whole boolean not null default false;
-- Rows that an act has handed from one record to another, such as follow-ups: `kind` says of which table (moved-kinds.ts).
create table operation_move (
  operation_id bigint not null references operation on delete cascade,
  kind text not null,
  -- key of the row, the holder it had and the one it was given to
  row_key text not null,
  former text not null,
  present text not null,
  primary key (operation_id, kind, row_key)
);

-- The name of a firm as it is compared: `companyNameKey` of shared/text/company-name.ts, rule by rule, for an index.
create function company_name_key(value text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  sign constant text := '[\u0001-/:-@\[-`{-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb]';
  written text := lower(normalize(value, nfkc));
  bare text := regexp_replace(written, sign, '', 'g');
  latin text := regexp_replace(written, sign || '+$', '');
begin
  latin := regexp_replace(latin, '(?:(?<![a-z0-9])(?:incorporated|corporation|company|limited|group|corp|gmbh|inc|llc|ltd|plc|pte|pty|co)'
    || sign || '*)+$', '');
  return coalesce(nullif(regexp_replace(regexp_replace(latin, sign, '', 'g'),
    '(?:股份有限公司|有限责任公司|特殊普通合伙|有限公司|股份公司|集团公司|有限合伙|普通合伙|集团|(?<![分子总支])公司)+$', ''), ''), bare);
end $$;
create index customer_name_key on customer (company_name_key(customer_name)) where deleted_at is null;
