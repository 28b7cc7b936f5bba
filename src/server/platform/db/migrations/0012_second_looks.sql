-- Time of the next check of a succeeded payment. Webhooks report later changes, but can be lost, so each payment is
-- also checked at growing intervals. Null when no further checks are needed.
alter table payments add column look_at timestamptz;
update payments set look_at = now() + random() * interval '1 day'
where status in ('succeeded', 'refunded') and created_at > now() - interval '180 days';
create index payments_to_look_at on payments (look_at) where look_at is not null;

-- Index without succeeded payments, which are most rows and need no reconciliation.
drop index payments_unsettled;
create index payments_unsettled on payments (checked_at nulls first) where status not in ('cancelled', 'refunded', 'succeeded');
