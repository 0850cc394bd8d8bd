-- What a person did of one kind, latest first: limits count it, and whoever looks into a case reads it.
create index audit_person on audit (user_id, what, created_at);
