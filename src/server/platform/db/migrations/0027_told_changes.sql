-- What an event's buyers knew of it before a change that they are told about: a row for each publication that tells them. Their
-- letters are written a batch of orders at a time; `after_order_id` is how far that has come.
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

-- When and where, as it was shown last, of an event that is off the site: what is written meanwhile, no buyer has seen. Null
-- while the event itself says so.
alter table events add column last_shown jsonb;
