-- Tickets sold at the door, from a device's share (docs/door.md, decision 73).

-- What a device charges: ticket types with prices and taxes, the buyer's fees and the platform's terms. A sale names the version that it was
-- priced with, so that a price changed since doesn't change it.
create table door_prices (
  promoter_id uuid not null,
  event_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null,
  created_at timestamptz not null,
  primary key (promoter_id, event_id, version),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);

-- Tickets that only one device sells. Part of `inventory.held`, and written only under the lock of the ticket type's inventory row.
create table door_shares (
  promoter_id uuid not null,
  event_id uuid not null,
  device_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity >= 0),
  -- Set when the console asks for the tickets: the device stops selling them and returns them with its next sync.
  recalled_at timestamptz,
  primary key (promoter_id, event_id, device_id, ticket_type_id),
  foreign key (promoter_id, event_id, device_id) references door_devices (promoter_id, event_id, id),
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id) on delete cascade
);
create index door_shares_of_type on door_shares (promoter_id, event_id, ticket_type_id) where quantity > 0;

create table door_sales (
  -- Made by the device, so that the order's link is known before it is sent.
  order_id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  device_id uuid not null,
  -- Null: an account deleted since.
  account_id uuid references accounts (id) on delete set null,
  -- Number of the sale on its device.
  seq integer not null check (seq > 0),
  prices_version integer not null,
  -- By the server's clock, as the device estimates it.
  sold_at timestamptz not null,
  received_at timestamptz not null,
  unique (promoter_id, event_id, device_id, seq),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, event_id, device_id) references door_devices (promoter_id, event_id, id),
  foreign key (promoter_id, event_id, prices_version) references door_prices (promoter_id, event_id, version)
);
create index door_sales_of_order on door_sales (promoter_id, order_id);
create index door_sales_by_prices on door_sales (promoter_id, event_id, prices_version);
create index door_sales_of_account on door_sales (account_id) where account_id is not null;

-- Cards read by a terminal of the promoter's own.
alter table orders drop constraint orders_taken_outside_check;
alter table orders add constraint orders_taken_outside_check
  check (taken_outside in ('complimentary', 'cash', 'card_terminal', 'bank_transfer', 'other')) not valid;
