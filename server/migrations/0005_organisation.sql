-- Ids below are those of the first installation's own rows (fixed role ids, user 3, department 1); new rows start behind them.
select setval(pg_get_serial_sequence('department', 'dept_id'), greatest(1, (select coalesce(max(dept_id), 0) from department)));
select setval(pg_get_serial_sequence('app_user', 'user_id'), greatest(9, (select coalesce(max(user_id), 0) from app_user)));
select setval(pg_get_serial_sequence('role', 'role_id'), greatest(99, (select coalesce(max(role_id), 0) from role)));
