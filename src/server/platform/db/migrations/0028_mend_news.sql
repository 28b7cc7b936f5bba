-- Webhook events report changes of the published data only, not unpublished changes.
create or replace trigger tell_event_changed after update on events for each row
  when (event_facts(old) is distinct from event_facts(new)) execute function tell_event();

-- As for `event_visits`, a node that writes hours must state that it adds them to the totals. Nodes of the previous
-- version don't, and fail; their rows of report_news stay for a newer node.
alter table report_hours add column if not exists totalled boolean not null default true;
alter table report_hours alter column totalled drop default;
-- The column is missing if the totals were computed by an earlier form of migration 26.
alter table event_visits add column if not exists totalled boolean not null default true;
alter table event_visits alter column totalled drop default;

-- Index for lists of endpoints, which show since when messages were missed.
create index if not exists webhook_deliveries_missed on webhook_deliveries (endpoint_id) where status = 'failed';
