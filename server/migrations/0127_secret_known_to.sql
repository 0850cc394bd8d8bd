-- Everybody who may know a person's password: who gave it, and who might have been in that one's account at that moment. It stays
-- when the giver's own password is replaced later. Ids of people who are gone stay too: nobody answers for them any more.
alter table app_user add column secret_known_to int[] not null default '{}';
with recursive known as (
  select user_id, secret_given_by as known_to from app_user where secret_given_by is not null
  union
  select k.user_id, u.secret_given_by from known k join app_user u on u.user_id = k.known_to
  where u.secret_given_by is not null
)
update app_user u set secret_known_to = array(select k.known_to from known k where k.user_id = u.user_id order by 1)
where secret_given_by is not null;

-- Whoever made a link, and who might have been in that one's account, may have used it.
alter table password_link add column known_to int[] not null default '{}';
update password_link l set known_to = array_prepend(u.user_id, array_remove(u.secret_known_to, u.user_id))
from app_user u where u.user_id = l.made_by;
