-- Contracts: what goes to whom, the signed paper, states beside the approval, and orders that change a contract in force.
alter table contract
  add column suite text,
  add column addressee_id bigint references contacts,
  add column recipient_name text,
  add column recipient_mobile text,
  add column recipient_address text,
  add column scan text,
  add column changes_id bigint references contract,
  add column change_status smallint not null default 0 check (change_status between 0 and 2),
  add column sign_status smallint not null default 0 check (sign_status between 0 and 2),
  add column exception_status smallint not null default 0 check (exception_status between 0 and 2),
  add column consume_status smallint not null default 0 check (consume_status between 0 and 2);
create index contract_by_addressee on contract (addressee_id);
create index contract_by_changes on contract (changes_id) where changes_id is not null;
-- Contracts in force that end soon, of their owners.
create index contract_by_end on contract (owner_user_id, end_time)
  where check_status = 1 and change_status = 0 and deleted_at is null;

alter table contract_product add column delivery_method text;

-- Who sells brings in contracts by sheet as they do customers; a company that gives no such right at all keeps it so.
insert into role_menu (role_id, menu_id)
select r.role_id, 1060 from role r
where r.role_id in (8, 11) and exists (select from role_menu m where m.role_id = r.role_id and m.menu_id = 53)
on conflict do nothing;
