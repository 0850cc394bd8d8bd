-- Logins of programs: what such a token may do, and until when. A company's token acts for a person whom its maker has chosen.
create table program_token (
  login_id bigint primary key references session_login on delete cascade,
  name text not null,
  made_by int not null references app_user on delete cascade,
  is_company smallint not null default 0 check (is_company in (0, 1)),
  -- permission keys, never of the back office
  abilities text[] not null check (array_to_string(abilities, ',') !~ '(^|,)manage:'),
  expires_at timestamptz not null,
  -- null until it is used
  used_at timestamptz,
  used_from text not null default ''
);
create index program_token_maker on program_token (made_by);
