-- A batch that every colleague may read, such as the picture of a person.
alter table file_batch add column shared boolean not null default false;
