-- Whoever enters receivables sends them by sheet, and finance takes over those of an old system. A company that has changed
-- these roles keeps them as they are.
insert into role_menu (role_id, menu_id)
select r.role_id, 1062 from role r
where r.role_id in (8, 10, 11) and exists (select from role_menu held where held.role_id = r.role_id and held.menu_id = 60)
on conflict do nothing;
insert into role_menu (role_id, menu_id)
select r.role_id, 1063 from role r
where r.role_id = 10 and exists (select from role_menu held where held.role_id = r.role_id and held.menu_id = 1010)
on conflict do nothing;
