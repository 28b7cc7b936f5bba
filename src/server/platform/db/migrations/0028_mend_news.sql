-- Webhook events report changes of the published data only, not unpublished changes.
create or replace trigger tell_event_changed after update on events for each row
  when (event_facts(old) is distinct from event_facts(new)) execute function tell_event();

-- As for visits: a node that writes hours states that it adds them to the totals. Nodes of the previous version fail,
-- and their rows of report_news stay for a newer node.
alter table report_hours add column if not exists totalled boolean not null default true;
alter table report_hours alter column totalled drop default;
-- For totals that were computed before this column existed.
alter table event_visits add column if not exists totalled boolean not null default true;
alter table event_visits alter column totalled drop default;

-- For lists of endpoints, which show since when messages were missed.
create index if not exists webhook_deliveries_missed on webhook_deliveries (endpoint_id) where status = 'failed';
