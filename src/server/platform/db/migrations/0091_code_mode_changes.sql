-- Number of times that the event's kind of code has changed. Emails with codes are sent once per value.
alter table events add column code_mode_changes integer not null default 0;
