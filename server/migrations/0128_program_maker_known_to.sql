-- Who may have been in the account of whoever made a token, when it was made: they may have it.
alter table program_token add column maker_known_to int[] not null default '{}';
update program_token p set maker_known_to = u.secret_known_to from app_user u where u.user_id = p.made_by;
