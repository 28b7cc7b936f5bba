-- Time since which a payout or refund waits because the balance at the payment provider is too low; null otherwise.
alter table payouts add column short_of_funds_since timestamptz;
alter table refunds add column short_of_funds_since timestamptz;
create index payouts_short_of_funds on payouts (short_of_funds_since) where short_of_funds_since is not null;
create index refunds_short_of_funds on refunds (short_of_funds_since) where short_of_funds_since is not null;

-- Balances at the sandbox provider that are too low for any transfer, refund or payout: a payee's id, or 'platform'.
create table sandbox.shortages (
  account text primary key
);

-- Hosts to register with the payment provider for wallets (Apple Pay, Google Pay, Link). The provider has separate lists for test and
-- live mode; `list` is one of them. A row is kept until the provider has disabled the host.
create table payment_domains (
  list text not null check (list <> ''),
  host text not null check (host = lower(host) and host <> ''),
  is_wanted boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'registered', 'failed', 'disabled')),
  -- The provider's reason, when the registration failed or a wallet is inactive.
  problem text not null default '',
  inactive_wallets text[] not null default '{}',
  failures integer not null default 0,
  due_at timestamptz,
  checked_at timestamptz,
  primary key (list, host)
);
create index payment_domains_due on payment_domains (list, due_at) where due_at is not null;

-- The provider's file that Apple fetches from every host.
create table apple_pay_files (
  list text primary key check (list <> ''),
  content text not null check (content <> ''),
  fetched_at timestamptz not null
);

-- Issuer of the platform's own invoices, entered by operators, and the last invoiced month. Without the row, no
-- invoices are created.
create table platform_billing (
  is_only boolean primary key default true check (is_only),
  legal_name text not null check (legal_name <> ''),
  legal_address text not null check (legal_address <> ''),
  tax_id text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_name text not null default '',
  tax_rate_millionths integer not null default 0 check (tax_rate_millionths between 0 and 1000000),
  tax_note text not null default '',
  -- Note that replaces the tax on invoices to promoters in other countries that have a tax ID; if empty, they are
  -- charged tax.
  reverse_charge_note text not null default '',
  first_month text not null check (first_month ~ '^\d{4}-\d{2}$'),
  -- Last month whose invoices exist; null before the first.
  done_month text check (done_month ~ '^\d{4}-\d{2}$'),
  next_number bigint not null default 1 check (next_number > 0),
  updated_at timestamptz not null
);

-- The platform's invoices and credit notes to promoters for its fees: at most one per promoter, currency and month
-- (UTC). Names and rates are those at the time of issue.
create table fee_invoices (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique check (number > 0),
  promoter_id uuid not null references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Negative for a credit note.
  total_cents bigint not null check (total_cents <> 0),
  tax_cents bigint not null check (abs(tax_cents) <= abs(total_cents)),
  tax_name text not null,
  tax_rate_millionths integer not null,
  tax_note text not null,
  seller_name text not null,
  seller_address text not null,
  seller_tax_id text not null,
  buyer_name text not null,
  buyer_address text not null,
  buyer_tax_id text not null,
  issued_at timestamptz not null,
  unique (promoter_id, currency, month)
);
create index fee_invoices_by_month on fee_invoices (month, number);
create function fee_invoices_stay() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are never changed: create a credit note' using errcode = 'restrict_violation';
end
$$;
create trigger fee_invoices_stay before update or delete on fee_invoices
  for each row execute function fee_invoices_stay();
