-- What the headings of the first sheet were taken for, so that the next sheet with such headings is read alike: the plain
-- heading with the name of its column, '' for one that was passed over.
alter table import_task add column headings jsonb not null default '{}';
create index import_task_person on import_task (user_id, type_code, import_id desc);
