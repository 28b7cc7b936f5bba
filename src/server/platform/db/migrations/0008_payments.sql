-- Double-entry ledger in integer minor units. A transaction is one change of a purchase or payout; its entries sum to
-- zero. Rows are never changed or deleted. The balance of an account is the sum of its entries.
create table ledger_transactions (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  order_id uuid,
  -- Unique name of the change, so that it is recorded once: sale:<order>, fee:<order>, refund:<refund>,
  -- refund_failed:<refund>, dispute:<dispute> …
  fact text not null unique,
  kind text not null check (
    kind in ('sale', 'processing_fee', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission', 'payout', 'payout_failed')
  ),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  unique (promoter_id, id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index ledger_transactions_of_order on ledger_transactions (order_id) where order_id is not null;
create index ledger_transactions_of_promoter on ledger_transactions (promoter_id, created_at);

-- Positive amounts are received by the account, negative ones are paid by it. A buyer's balance is negative until it is
-- refunded.
create table ledger_entries (
  transaction_id uuid not null,
  position smallint not null,
  promoter_id uuid not null,
  account text not null check (
    account in ('buyer', 'promoter', 'taxes', 'platform_fees', 'processor', 'member_earnings', 'payouts')
  ),
  -- Account of the member whose earnings these are.
  member_id uuid,
  currency text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (transaction_id, position),
  foreign key (promoter_id, transaction_id) references ledger_transactions (promoter_id, id),
  check ((account = 'member_earnings') = (member_id is not null))
);
create index ledger_entries_by_account on ledger_entries (promoter_id, account, currency) include (amount_cents);
create index ledger_entries_of_member on ledger_entries (member_id, promoter_id, currency) include (amount_cents)
  where member_id is not null;

create function ledger_entries_balance() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows group by transaction_id having sum(amount_cents) <> 0 or count(distinct currency) <> 1) then
    raise exception 'the entries of a ledger transaction must sum to zero, in one currency'
      using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end
$$;
create trigger ledger_entries_balance after insert on ledger_entries referencing new table as new_rows
  for each statement execute function ledger_entries_balance();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation', constraint = 'ledger_is_append_only';
end
$$;
create trigger ledger_is_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_append_only();
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();

-- Tax settings of a promoter. Rates are in millionths: 8.875% is 88,750.
alter table promoters
  add column prices_include_tax boolean not null default true,
  add column tax_rounding text not null default 'per_line' check (tax_rounding in ('per_line', 'per_rate', 'keep_gross')),
  -- Whether refunds include fees. If not, the buyer bears them; otherwise the platform does.
  add column refunds_return_fees boolean not null default true,
  -- Seller details on invoices.
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column tax_id text not null default '',
  add column next_invoice_number integer not null default 1 check (next_invoice_number > 0);

create table tax_rates (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  name text not null check (name <> ''),
  rate_millionths integer not null check (rate_millionths between 0 and 1000000),
  unique (promoter_id, id),
  unique (promoter_id, name, rate_millionths)
);

create table ticket_type_taxes (
  promoter_id uuid not null,
  ticket_type_id uuid not null,
  tax_rate_id uuid not null,
  position integer not null default 0,
  primary key (ticket_type_id, tax_rate_id),
  foreign key (promoter_id, ticket_type_id) references ticket_types (promoter_id, id) on delete cascade,
  foreign key (promoter_id, tax_rate_id) references tax_rates (promoter_id, id)
);

alter table orders
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  -- True if prices include taxes; otherwise taxes are added.
  add column tax_included boolean not null default true,
  -- Difference between the order's total and the sum of its prices, because included taxes are rounded once per rate.
  add column rounding_cents bigint not null default 0,
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0);
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%total_cents = %';
  execute format('alter table orders drop constraint %I', rule);
end
$$;
alter table orders
  add constraint total_is_the_sum check (
    total_cents = subtotal_cents - discount_cents + ticket_fees_cents + order_fees_cents + delivery_fee_cents
      + case when tax_included then 0 else tax_cents end + rounding_cents
  ),
  add constraint never_refunded_twice check (refunded_cents <= total_cents);

alter table order_items
  -- Parts of the order's discount and taxes that belong to the line.
  add column discount_cents bigint not null default 0 check (discount_cents >= 0),
  add column tax_cents bigint not null default 0 check (tax_cents >= 0);

create table order_taxes (
  order_id uuid not null,
  position integer not null,
  promoter_id uuid not null,
  name text not null,
  rate_millionths integer not null,
  -- Taxed amount without tax.
  base_cents bigint not null,
  tax_cents bigint not null,
  primary key (order_id, position),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);

-- Invoice numbers without gaps, per promoter. Assigned when the invoice is first requested.
create table invoices (
  promoter_id uuid not null references promoters (id),
  number integer not null,
  order_id uuid not null unique,
  issued_at timestamptz not null,
  primary key (promoter_id, number),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);

-- Refunds. Inserted before the provider is called; the id is the idempotency key.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  order_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason text not null check (reason in ('requested', 'not_honoured', 'event_cancelled', 'at_provider')),
  note text not null default '',
  amount_cents bigint not null check (amount_cents >= 0),
  -- Parts of the refund by party. All zero for a payment that paid no order.
  promoter_cents bigint not null,
  taxes_cents bigint not null,
  fees_cents bigint not null,
  provider_refund_id text,
  idempotency_key text,
  asked_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  checked_at timestamptz,
  unique (promoter_id, id),
  unique (order_id, idempotency_key),
  unique (order_id, provider_refund_id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  check (amount_cents = promoter_cents + taxes_cents + fees_cents or (promoter_cents = 0 and taxes_cents = 0 and fees_cents = 0))
);
create index refunds_of_order on refunds (order_id);
create index refunds_pending on refunds (checked_at nulls first) where status = 'pending';

-- Tickets that a refund voids. Each ticket is refunded once.
create table refund_tickets (
  refund_id uuid not null,
  ticket_id uuid not null,
  promoter_id uuid not null,
  primary key (refund_id, ticket_id),
  foreign key (promoter_id, refund_id) references refunds (promoter_id, id)
);
create index refund_tickets_of_ticket on refund_tickets (ticket_id);

create table disputes (
  provider text not null,
  dispute_id text not null,
  promoter_id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('open', 'won', 'lost')),
  reason text not null default '',
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (provider, dispute_id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index disputes_of_order on disputes (order_id);

alter table payments
  -- The provider's fee; null until the provider reports it.
  add column fee_cents bigint check (fee_cents >= 0),
  -- Description of a problem that reconciliation couldn't resolve, for operators; empty without one.
  add column trouble text not null default '';
create index payments_in_trouble on payments (updated_at) where trouble <> '';

-- Sales and refunds from before the ledger existed.
insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
select promoter_id, id, 'sale:' || id, 'sale', currency, paid_at from orders where paid_at is not null and total_cents > 0
union all
select promoter_id, id, 'refund:' || id, 'refund', currency, coalesce((select updated_at from payments where order_id = o.id), paid_at)
from orders o where paid_at is not null and total_cents > 0 and status = 'refunded';

insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
select t.id, e.position, o.promoter_id, e.account, o.currency, e.amount * case t.kind when 'sale' then 1 else -1 end
from ledger_transactions t
join orders o on o.id = t.order_id
cross join lateral (values
  (1, 'buyer', -o.total_cents),
  (2, 'promoter', o.subtotal_cents - o.discount_cents + o.delivery_fee_cents),
  (3, 'platform_fees', o.ticket_fees_cents + o.order_fees_cents)
) as e (position, account, amount)
where e.amount <> 0;

update orders set refunded_cents = total_cents where status = 'refunded';
