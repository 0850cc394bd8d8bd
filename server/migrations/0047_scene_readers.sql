-- Where a reader has put scenes that others share, and which of them he has hidden.
create table scene_reader (
  user_id int not null references app_user on delete cascade,
  scene_id int not null references scene on delete cascade,
  sorting int not null,
  hidden boolean not null,
  primary key (user_id, scene_id)
);
create index scene_reader_scene on scene_reader (scene_id);

-- Sharing a scene with everybody needs a right now, which sales managers keep.
insert into role_menu (role_id, menu_id)
select role_id, 1051 from role where role_id = 8 and exists (select from role_menu where role_id = 8)
on conflict do nothing;
