-- Staff: assignments, tracking links, earnings and payouts.

alter table promoters
  -- Days after an event's end for which its earnings stay pending, because tickets may still be refunded.
  add column refund_window_days integer not null default 3 check (refund_window_days between 0 and 365),
  -- Payouts up to this amount are approved automatically; with 0, all need approval. In minor units of the payout's
  -- currency.
  add column payout_auto_limit_cents bigint not null default 0 check (payout_auto_limit_cents >= 0);

-- Profile of a member at one promoter. Empty fields use the account's values.
create table staff_profiles (
  promoter_id uuid not null,
  account_id uuid not null,
  display_name text not null default '',
  phone text not null default '',
  bio text not null default '',
  updated_at timestamptz not null,
  primary key (promoter_id, account_id),
  foreign key (promoter_id, account_id) references members (promoter_id, account_id) on delete cascade
);

create table assignments (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  account_id uuid not null,
  event_id uuid not null,
  role text not null check (role in ('sales', 'door')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '',
  check (ends_at > starts_at),
  foreign key (promoter_id, account_id) references members (promoter_id, account_id) on delete cascade,
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index assignments_of_member on assignments (account_id, starts_at);
create index assignments_of_event on assignments (event_id);

-- Tracking link of a member, to an event or to the whole storefront. Its statistics stay when the account is deleted.
create table tracking_links (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  member_id uuid references accounts (id) on delete set null,
  event_id uuid,
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
  name text not null check (name <> ''),
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_campaign text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  unique (promoter_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create unique index tracking_links_by_code on tracking_links (lower(code));
create index tracking_links_of_member on tracking_links (member_id, promoter_id, created_at desc);
create index tracking_links_of_promoter on tracking_links (promoter_id, created_at desc);

-- One row per link, visitor and day. The visitor is a keyed hash that changes every day and can't be reversed.
create table tracking_clicks (
  link_id uuid not null,
  promoter_id uuid not null,
  day date not null,
  visitor bytea not null,
  clicked_at timestamptz not null,
  device text not null default '',
  source text not null default '',
  primary key (link_id, day, visitor),
  foreign key (promoter_id, link_id) references tracking_links (promoter_id, id)
);

-- Last tracking link that the visitor followed. Stored with the cart and the order, so that it survives deleted
-- cookies.
alter table carts
  add column tracking_link_id uuid,
  add column tracked_at timestamptz;
alter table orders
  add column tracking_link_id uuid,
  add column tracked_at timestamptz,
  add foreign key (promoter_id, tracking_link_id) references tracking_links (promoter_id, id);
create index orders_of_link on orders (tracking_link_id, created_at) where tracking_link_id is not null;
-- Holds by link and day, because carts are deleted.
create table tracking_holds (
  link_id uuid not null,
  cart_id uuid not null,
  promoter_id uuid not null,
  held_at timestamptz not null,
  primary key (link_id, cart_id),
  foreign key (promoter_id, link_id) references tracking_links (promoter_id, id)
);

-- Commission of a member for sales through their links. The most specific rule applies: member, then ticket type,
-- event, promoter.
create table commission_rules (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  event_id uuid,
  ticket_type_id uuid,
  member_id uuid references accounts (id) on delete cascade,
  kind text not null check (kind in ('percentage', 'fixed', 'tiers')),
  -- Share of the ticket revenue after discounts, without taxes and fees.
  basis_points integer check (basis_points between 0 and 10000),
  -- Amount per ticket.
  amount_cents bigint check (amount_cents >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- [{"from": 0, "basisPoints": 500}, {"from": 50, "basisPoints": 800}]: `from` is the number of tickets of the event
  -- that the member sold before.
  tiers jsonb,
  -- open: earned at once; manual: earned once the promoter approves it; closed: nothing is earned.
  approval text not null default 'open' check (approval in ('open', 'manual', 'closed')),
  created_at timestamptz not null,
  check ((kind = 'percentage') = (basis_points is not null)),
  check ((kind = 'fixed') = (amount_cents is not null and currency is not null)),
  check ((kind = 'tiers') = (tiers is not null)),
  unique nulls not distinct (promoter_id, event_id, ticket_type_id, member_id, currency),
  foreign key (promoter_id, event_id) references events (promoter_id, id),
  foreign key (promoter_id, ticket_type_id) references ticket_types (promoter_id, id)
);

-- Commission of one line of a paid order. At most one row per line.
create table earnings (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  member_id uuid not null,
  order_id uuid not null,
  position integer not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  tracking_link_id uuid not null,
  quantity integer not null check (quantity > 0),
  revenue_cents bigint not null check (revenue_cents >= 0),
  amount_cents bigint not null check (amount_cents > 0),
  clawed_back_cents bigint not null default 0 check (clawed_back_cents between 0 and amount_cents),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- waiting for approval, earned, or refused by the promoter. Only earned commission is in the ledger.
  status text not null check (status in ('waiting', 'earned', 'refused')),
  created_at timestamptz not null,
  unique (order_id, position),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id),
  foreign key (promoter_id, tracking_link_id) references tracking_links (promoter_id, id)
);
create index earnings_of_member on earnings (member_id, promoter_id, created_at);
create index earnings_of_link on earnings (tracking_link_id);
create index earnings_waiting on earnings (promoter_id, created_at) where status = 'waiting';

-- Account of a member at the payment provider, shared by all promoters.
create table payee_accounts (
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null,
  payee_id text not null,
  status text not null check (status in ('incomplete', 'checking', 'ready', 'refused')),
  missing jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, provider),
  unique (provider, payee_id)
);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  member_id uuid not null,
  -- Event whose earnings are paid out; null for a payout of any earnings.
  event_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'requested' check (status in ('requested', 'approved', 'sent', 'paid', 'failed')),
  -- Reason of the failure, shown to the member.
  reason text not null default '',
  idempotency_key text not null,
  provider text not null,
  payee_id text not null,
  -- Amount to transfer to the member's account at the provider. Money that failed payouts left there isn't transferred
  -- again.
  transfer_cents bigint check (transfer_cents between 0 and amount_cents),
  transfer_id text,
  provider_payout_id text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts (id) on delete set null,
  sent_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  checked_at timestamptz,
  unique (promoter_id, id),
  unique (member_id, idempotency_key),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index payouts_of_member on payouts (member_id, promoter_id, requested_at desc);
create unique index payouts_of_provider on payouts (provider, provider_payout_id);
create index payouts_of_payee on payouts (provider, payee_id);
create index payouts_to_send on payouts (checked_at nulls first) where status in ('approved', 'sent');
create index payouts_to_decide on payouts (promoter_id, requested_at) where status = 'requested';
