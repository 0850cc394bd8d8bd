-- The role 销售员角色 does the main job alone: checks for duplicates, converts, hands over, and lives with the pool. A company
-- that has changed the role keeps it as it is.
insert into role_menu (role_id, menu_id)
select 11, gained
from unnest(array[25, 33, 34, 128, 130, 1001, 1003]) as gained
where (select array_agg(menu_id order by menu_id) from role_menu where role_id = 11) = array[
  17, 18, 19, 20, 21, 22, 26, 27, 28, 29, 30, 31, 40, 41, 42, 43, 46, 47, 48, 49, 53, 54, 55, 56, 60, 61, 62, 63, 65, 66,
  67, 68, 107, 108, 109, 110, 1007, 1008, 1009, 1020, 1021, 1022, 1023, 1025, 1026, 1027, 1028];
