-- What waits for people: the counters of the to-do menu are asked for all day.
create index leads_next on leads (owner_user_id, next_time) where deleted_at is null and is_transform = 0 and next_time is not null;
create index leads_unfollowed on leads (owner_user_id) where deleted_at is null and is_transform = 0 and followup = 0;
create index customer_unfollowed on customer (owner_user_id) where deleted_at is null and followup = 0;
