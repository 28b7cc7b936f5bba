-- The host that a session was opened on, in lower case and without a port: it counts there alone. '' is of before, or of a node that
-- runs the version before, and counts nowhere.
alter table sessions add column host text not null default '';
