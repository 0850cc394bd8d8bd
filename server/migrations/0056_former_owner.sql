-- Whose a customer of the pool was; of those that are there already the log knows who released them, and that may be a job.
alter table customer add column former_owner_id int references app_user;
