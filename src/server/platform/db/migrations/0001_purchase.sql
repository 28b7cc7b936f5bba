-- Every row that belongs to a promoter has its promoter_id, and references between such rows are composite, so that a
-- row can't mix two promoters. Money is in integer minor units; percentages are in basis points.

create extension if not exists pg_trgm;

create table promoters (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  slug text not null unique,
  created_at timestamptz not null default now()
);

create table sites (
  promoter_id uuid primary key references promoters (id),
  site_name text not null check (site_name <> ''),
  logo_url text not null default '',
  favicon_url text not null default '',
  primary_color text not null default '#4f46e5' check (primary_color ~ '^#[0-9a-f]{6}$'),
  secondary_color text not null default '#1e293b' check (secondary_color ~ '^#[0-9a-f]{6}$'),
  custom_css text not null default '',
  updated_at timestamptz not null default now()
);

create table hosts (
  host text primary key check (host = lower(host) and host <> ''),
  promoter_id uuid not null references sites (promoter_id),
  verified_at timestamptz
);
create index hosts_by_promoter on hosts (promoter_id);

create table events (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  summary text not null default '',
  description text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  doors_at timestamptz,
  time_zone text not null,
  venue_name text not null,
  street text not null default '',
  city text not null,
  country text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'draft' check (status in ('draft', 'published', 'cancelled')),
  cover_url text not null default '',
  age_note text not null default '',
  attendee_names text not null default 'optional' check (attendee_names in ('none', 'optional', 'required')),
  questions jsonb not null default '[]',
  search_text text generated always as (lower(title || ' ' || summary || ' ' || venue_name || ' ' || city || ' ' || country)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at > starts_at),
  unique (promoter_id, id)
);
create index events_upcoming on events (starts_at, id) where status <> 'draft';
create index events_of_promoter on events (promoter_id, starts_at, id) where status <> 'draft';
create index events_search on events using gin (search_text gin_trgm_ops);

create table delivery_options (
  promoter_id uuid not null,
  event_id uuid not null,
  method text not null check (method in ('will_call', 'post')),
  price_cents bigint not null check (price_cents >= 0),
  primary key (event_id, method),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);

create table ticket_types (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  event_id uuid not null,
  position integer not null default 0,
  name text not null check (name <> ''),
  description text not null default '',
  type text not null default 'standard',
  price_cents bigint not null check (price_cents >= 0),
  max_per_order integer not null default 10 check (max_per_order > 0),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  check (sale_ends_at > sale_starts_at),
  unique (promoter_id, id),
  unique (promoter_id, event_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index ticket_types_of_event on ticket_types (event_id, position);

-- Counters of a ticket type. In a table of their own, because rows with heavy contention should be small. Every
-- transaction that writes a hold or a sale of a ticket type first locks its row here.
create table inventory (
  ticket_type_id uuid primary key,
  promoter_id uuid not null,
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  constraint never_oversold check (held + sold <= capacity),
  unique (promoter_id, ticket_type_id),
  foreign key (promoter_id, ticket_type_id) references ticket_types (promoter_id, id) on delete cascade
) with (fillfactor = 50);

create table fee_configurations (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid references promoters (id),
  event_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  ticket_base_cents bigint not null default 0 check (ticket_base_cents >= 0),
  ticket_basis_points integer not null default 0 check (ticket_basis_points between 0 and 10000),
  order_base_cents bigint not null default 0 check (order_base_cents >= 0),
  order_basis_points integer not null default 0 check (order_basis_points between 0 and 10000),
  check (event_id is null or promoter_id is not null),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade,
  unique nulls not distinct (promoter_id, event_id, currency)
);

create table promo_codes (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  event_id uuid,
  code text not null check (code = upper(code) and code <> ''),
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  basis_points integer check (basis_points between 0 and 10000),
  amount_cents bigint check (amount_cents >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  max_discount_cents bigint check (max_discount_cents >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses >= 0),
  max_uses_per_customer integer check (max_uses_per_customer >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  used integer not null default 0 check (used >= 0),
  active boolean not null default true,
  check ((discount_type = 'percentage') = (basis_points is not null)),
  check ((discount_type = 'fixed') = (amount_cents is not null)),
  check (currency is not null or (amount_cents is null and max_discount_cents is null)),
  unique (promoter_id, code),
  unique (promoter_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);

create table promo_code_ticket_types (
  promoter_id uuid not null,
  promo_code_id uuid not null,
  ticket_type_id uuid not null,
  primary key (promo_code_id, ticket_type_id),
  foreign key (promoter_id, promo_code_id) references promo_codes (promoter_id, id) on delete cascade,
  foreign key (promoter_id, ticket_type_id) references ticket_types (promoter_id, id)
);

create table carts (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  first_held_at timestamptz not null,
  expires_at timestamptz not null,
  -- True once the cart has expired and its tickets were released. The row is kept for a while, so that the buyer can be
  -- told.
  swept boolean not null default false,
  -- Fingerprint of the cart's last request; detects repeated requests.
  wish text not null default '',
  unique (promoter_id, id)
);
create index carts_to_sweep on carts (expires_at) where not swept;
create index carts_to_forget on carts (expires_at) where swept;

-- Tickets that carts hold. Written only under the lock of the ticket type's inventory row. An expired hold doesn't
-- count, even before it is deleted.
create table holds (
  cart_id uuid not null,
  ticket_type_id uuid not null,
  promoter_id uuid not null,
  -- Position of the item in the buyer's cart. The event of the first item determines the order fees.
  position integer not null,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  primary key (cart_id, ticket_type_id),
  foreign key (promoter_id, cart_id) references carts (promoter_id, id),
  foreign key (promoter_id, ticket_type_id) references inventory (promoter_id, ticket_type_id)
);
create index holds_by_expiry on holds (ticket_type_id, expires_at);

create table orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  promoter_id uuid not null references promoters (id),
  cart_id uuid not null,
  idempotency_key text not null,
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and subtotal_cents),
  ticket_fees_cents bigint not null check (ticket_fees_cents >= 0),
  order_fees_cents bigint not null check (order_fees_cents >= 0),
  delivery_fee_cents bigint not null check (delivery_fee_cents >= 0),
  total_cents bigint not null,
  promo_code_id uuid,
  promo_code text,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  delivery jsonb not null,
  answers jsonb not null default '{}',
  tracking jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  check (total_cents = subtotal_cents - discount_cents + ticket_fees_cents + order_fees_cents + delivery_fee_cents),
  unique (cart_id, idempotency_key),
  unique (promoter_id, id),
  foreign key (promoter_id, promo_code_id) references promo_codes (promoter_id, id)
);
create unique index orders_one_pending_per_cart on orders (cart_id) where status = 'pending';
create index orders_pending_by_expiry on orders (expires_at) where status = 'pending';
create index orders_pending_by_promo on orders (promo_code_id, expires_at) where status = 'pending';
create index orders_of_promo_customer on orders (promo_code_id, email) where promo_code_id is not null;
create index orders_of_promoter on orders (promoter_id, created_at desc, id);

create table order_items (
  order_id uuid not null,
  position integer not null,
  promoter_id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  price_cents bigint not null check (price_cents >= 0),
  ticket_fee_cents bigint not null check (ticket_fee_cents >= 0),
  primary key (order_id, position),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id)
);

-- Attendees, in the order of the tickets: attendee n of a line belongs to ticket n of that line.
create table order_attendees (
  order_id uuid not null,
  position integer not null,
  promoter_id uuid not null,
  ticket_type_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null default '',
  answers jsonb not null default '{}',
  primary key (order_id, position),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);

create table tickets (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  order_id uuid not null,
  position integer not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  code text not null unique,
  holder text not null,
  status text not null default 'valid' check (status in ('valid', 'used', 'void')),
  created_at timestamptz not null,
  -- Ensures that tickets are issued once per order, even if its payment is confirmed several times.
  unique (order_id, position),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id)
);
create index tickets_of_event on tickets (event_id);

create table payments (
  order_id uuid primary key,
  promoter_id uuid not null,
  provider text not null,
  intent_id text not null,
  client_secret text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null check (
    status in ('open', 'requires_action', 'processing', 'succeeded', 'cancelled', 'refunding', 'refunded')
  ),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Time at which reconciliation last fetched the payment from the provider.
  checked_at timestamptz,
  unique (provider, intent_id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index payments_unsettled on payments (checked_at nulls first) where status not in ('cancelled', 'refunded');

-- Events of the payment provider. Stored before they are processed. The provider's event id detects repeated
-- deliveries.
create table payment_events (
  provider text not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (provider, event_id)
);
create index payment_events_waiting on payment_events (received_at) where processed_at is null;

-- Ed25519 keys that sign a promoter's tickets. The promoter's devices at the door get the public keys.
create table signing_keys (
  promoter_id uuid primary key references promoters (id),
  private_key bytea not null,
  public_key bytea not null,
  created_at timestamptz not null default now()
);
