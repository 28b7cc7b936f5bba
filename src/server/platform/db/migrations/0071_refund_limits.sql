-- Amount that a promoter may refund of one order without an operator's approval; without a row, there is no limit. The
-- row without a promoter is the default, which a promoter's own row replaces.
create table refund_limits (
  id bigint generated always as identity primary key,
  promoter_id uuid references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  limit_cents bigint not null check (limit_cents >= 0),
  updated_at timestamptz not null
);
create unique index refund_limits_once on refund_limits (promoter_id, currency) nulls not distinct;

-- Requests for refunds over the limit, which an operator decides. An approved request becomes a refund with the same
-- id.
create table refund_requests (
  id uuid primary key,
  promoter_id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('waiting', 'approved', 'refused')),
  -- What to refund: everything left, these tickets, or the amount.
  kind text not null check (kind in ('all', 'tickets', 'amount')),
  ticket_ids uuid[] not null default '{}',
  returns_fees boolean not null,
  -- Amount at the time of the request, which the refund never exceeds.
  amount_cents bigint not null check (amount_cents > 0),
  fees_cents bigint not null check (fees_cents >= 0),
  note text not null,
  idempotency_key text not null,
  -- Account of the requester; null for an API key or a deleted account.
  account_id uuid references accounts (id) on delete set null,
  api_key_id uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Operator who decided; null before the decision, and for a deleted account.
  decided_by uuid references accounts (id) on delete set null,
  -- Reason of the operator's refusal.
  reason text not null default '',
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  unique (order_id, idempotency_key),
  check ((status = 'waiting') = (decided_at is null))
);
create unique index refund_requests_waiting on refund_requests (order_id) where status = 'waiting';
create index refund_requests_by_time on refund_requests (created_at, id) where status = 'waiting';
create index refund_requests_of_promoter on refund_requests (promoter_id);
create index refund_requests_of_account on refund_requests (account_id) where account_id is not null;
create index refund_requests_decided_by on refund_requests (decided_by) where decided_by is not null;

-- Events that operators feature on the main site's home page, in this order.
create table featured_events (
  event_id uuid primary key,
  promoter_id uuid not null,
  position integer not null,
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index featured_events_of_promoter on featured_events (promoter_id);
create trigger tell_inserts after insert on featured_events referencing new table as new_rows
  for each statement execute function tell_changes('foyer_changes', 'promoter_id');
create trigger tell_deletes after delete on featured_events referencing old table as old_rows
  for each statement execute function tell_changes('foyer_changes', 'promoter_id');
