-- Event details that buyers knew before a change that they are notified of: one row per publication that notifies them.
-- Emails are queued in batches of orders; `after_order_id` is the last order done.
create table told_changes (
  id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  before jsonb not null,
  created_at timestamptz not null,
  after_order_id uuid,
  done_at timestamptz,
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index told_changes_waiting on told_changes (created_at) where done_at is null;
create index told_changes_of_event on told_changes (event_id);
create index told_changes_done_lately on told_changes (done_at) where done_at is not null;

-- Date and place that buyers last saw, for an unpublished event, whose edits buyers don't see. Null while the event is
-- published.
alter table events add column last_shown jsonb;
