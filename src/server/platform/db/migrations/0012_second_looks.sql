-- What becomes of a payment after it has succeeded is told by webhooks, and one may get lost for good: every payment is looked at
-- again by itself, ever more rarely. Null when nobody needs to any more.
alter table payments add column look_at timestamptz;
update payments set look_at = now() + random() * interval '1 day'
where status in ('succeeded', 'refunded') and created_at > now() - interval '180 days';
create index payments_to_look_at on payments (look_at) where look_at is not null;

-- Payments that have succeeded are most of all, and none of reconciliation's business.
drop index payments_unsettled;
create index payments_unsettled on payments (checked_at nulls first) where status not in ('cancelled', 'refunded', 'succeeded');
