-- What is open by age is added up for each look at the page of arrears, which had all of them read: it is a fifth of them.
create index arrears_open on arrears (owner_user_id) include (create_time, close_time, open_money) where status = 0;
