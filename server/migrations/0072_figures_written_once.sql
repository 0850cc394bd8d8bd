-- Contracts that pass have their new figures written with their state. The trigger leaves figures alone that are the sums of
-- their entries already, so that such a contract is written once.
create or replace function follow_ledger() returns trigger language plpgsql as $$
begin
  -- whoever books on one of them meanwhile has ended before the next statement reads the entries
  perform from contract where contract_id in (select contract_id from new_rows) order by contract_id for no key update;
  update contract c set (contract_money, received_money, unreceived_money, arrears_money, invoiced_money, planned_money, credit_money)
    = (s.contracted, s.received, s.unreceived, s.arrears, s.invoiced, s.planned, s.credit)
  from (select distinct contract_id from new_rows where contract_id is not null) n
  cross join lateral (
    select 0.00 - coalesce(sum(e.amount) filter (where e.account = 'contracted'), 0) as contracted,
      0.00 + coalesce(sum(e.amount) filter (where e.account in ('received', 'coupon', 'credit', 'refunded')), 0) as received,
      0.00 + coalesce(sum(e.amount) filter (where e.account in ('due', 'arrears')), 0) as unreceived,
      0.00 + coalesce(sum(e.amount) filter (where e.account = 'arrears'), 0) as arrears,
      0.00 + coalesce(sum(e.amount) filter (where e.account = 'invoiced'), 0) as invoiced,
      0.00 + coalesce(sum(e.amount) filter (where e.account = 'planned'), 0) as planned,
      0.00 - coalesce(sum(e.amount) filter (where e.account = 'credit'), 0) as credit
    from ledger_entry e where e.contract_id = n.contract_id) s
  where c.contract_id = n.contract_id
    and (c.contract_money, c.received_money, c.unreceived_money, c.arrears_money, c.invoiced_money, c.planned_money, c.credit_money)
      is distinct from (s.contracted, s.received, s.unreceived, s.arrears, s.invoiced, s.planned, s.credit);
  update receivables_plan p set
    received_money = p.received_money + n.settled,
    arrears_money = p.arrears_money + n.arrears
  from (
    select e.plan_id,
      coalesce(sum(e.amount) filter (where e.account in ('received', 'coupon', 'credit', 'refunded')), 0) as settled,
      coalesce(sum(e.amount) filter (where e.account = 'arrears'), 0) as arrears
    from new_rows e
    where e.plan_id is not null and e.account in ('received', 'coupon', 'credit', 'refunded', 'arrears')
    group by e.plan_id) n
  where p.plan_id = n.plan_id;
  update arrears a set open_money = a.open_money + n.arrears
  from (select e.arrears_id, sum(e.amount) as arrears from new_rows e
    where e.arrears_id is not null and e.account = 'arrears' group by e.arrears_id) n
  where a.arrears_id = n.arrears_id;
  update credit_document d set credit_money = d.credit_money - n.credit
  from (select e.credit_id, sum(e.amount) as credit from new_rows e
    where e.credit_id is not null and e.account = 'credit' group by e.credit_id) n
  where d.credit_id = n.credit_id;
  return null;
end $$;
