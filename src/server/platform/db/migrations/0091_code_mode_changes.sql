-- How often the event's kind of code has changed. Emails that send codes are sent once per count.
alter table events add column code_mode_changes integer not null default 0;
