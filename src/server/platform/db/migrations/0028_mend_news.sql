-- Of an event that is changed whoever listens is told when something else is true of it than was told before: what its promoter
-- writes and has not published yet is nobody's business.
create or replace trigger tell_event_changed after update on events for each row
  when (event_facts(old) is distinct from event_facts(new)) execute function tell_event();

-- Hours, too, are written by whoever says that they are in the totals. A node of the version before is refused, and what it was
-- about to fold stays news for one that knows of them.
alter table report_hours add column if not exists totalled boolean not null default true;
alter table report_hours alter column totalled drop default;
-- Where the totals were made before there was such a column.
alter table event_visits add column if not exists totalled boolean not null default true;
alter table event_visits alter column totalled drop default;

-- Since when an endpoint has missed messages is asked with every list of them.
create index if not exists webhook_deliveries_missed on webhook_deliveries (endpoint_id) where status = 'failed';
