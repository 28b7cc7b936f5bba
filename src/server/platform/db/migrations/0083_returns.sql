-- Returns by buyers: the event's rule, the rules of an order, and what a return keeps (decision 75).

-- Last day for returns, in days before the event starts; null for no returns. Deduction from a ticket's price, in
-- percent and per ticket.
alter table events
  add column return_days integer check (return_days between 0 and 365),
  add column return_fee_basis_points integer not null default 0 check (return_fee_basis_points between 0 and 10000),
  add column return_fee_cents bigint not null default 0 check (return_fee_cents >= 0),
  add column returns_fees boolean not null default true;

-- Time at which the buyer returned the ticket; null again if the refund fails. A returned ticket isn't admitted, even
-- while its refund is pending.
alter table tickets add column returned_at timestamptz;
create index tickets_returned on tickets (event_id, returned_at) where returned_at is not null;

-- Return rules in force when the order was placed. Without a row, there was no rule.
create table order_return_rules (
  order_id uuid not null,
  event_id uuid not null,
  promoter_id uuid not null,
  -- Planned start of the event, or its doors' opening, when the order was placed.
  begins_at timestamptz not null,
  days integer not null check (days between 0 and 365),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_cents bigint not null check (fee_cents >= 0),
  returns_fees boolean not null,
  primary key (order_id, event_id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index order_return_rules_of_event on order_return_rules (promoter_id, event_id);

-- Refunds that a buyer requested by an event's rule, with the part of the price that wasn't refunded.
create table ticket_returns (
  refund_id uuid primary key,
  promoter_id uuid not null,
  order_id uuid not null,
  kept_promoter_cents bigint not null check (kept_promoter_cents >= 0),
  kept_taxes_cents bigint not null check (kept_taxes_cents >= 0),
  kept_fees_cents bigint not null check (kept_fees_cents >= 0),
  -- Part of the deduction that is the platform's share.
  kept_platform_cents bigint not null check (kept_platform_cents >= 0),
  foreign key (promoter_id, refund_id) references refunds (promoter_id, id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index ticket_returns_of_order on ticket_returns (promoter_id, order_id);
