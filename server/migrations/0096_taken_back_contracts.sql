-- A contract that was taken over and is a draft again may be deleted like any: its entries stay, as those of plans do, but
-- no contract goes while any account of it holds something.
alter table ledger_entry drop constraint ledger_entry_contract_id_fkey;

create function keep_contract_with_money() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entry e where e.contract_id = old.contract_id group by e.account having sum(e.amount) <> 0) then
    perform refuse_ledger('ledger_heads', old.contract_id::text);
  end if;
  return old;
end $$;
create trigger contract_keeps_money before delete on contract for each row execute function keep_contract_with_money();
