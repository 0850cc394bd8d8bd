-- The opportunities that a contact has to do with, by whom and when they were linked. The same link may stand twice after
-- a merge, whose undo gives each back.
create table contacts_business (
  link_id bigint generated always as identity primary key,
  contacts_id bigint not null references contacts on delete cascade,
  business_id bigint not null,
  create_user_id int not null references app_user,
  create_time timestamptz not null default now()
);
create index contacts_business_contacts on contacts_business (contacts_id);
create index contacts_business_business on contacts_business (business_id);
