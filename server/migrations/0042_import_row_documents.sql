-- The other rows of the same document, where nothing else is to be said of them than of this one.
alter table import_row add column further_rows int[];
