-- What an event and an action say beside their columns is called details everywhere.
alter table event rename column particulars to details;
alter table operation rename column particulars to details;
