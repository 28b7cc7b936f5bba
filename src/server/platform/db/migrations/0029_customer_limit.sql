-- The most tickets of a type that one customer may have, over all of their orders; null for no limit. A maximum per order that is
-- null falls back to it, then to 10.
alter table ticket_types
  add column max_per_customer integer check (max_per_customer > 0),
  alter column max_per_order drop not null,
  alter column max_per_order drop default,
  add constraint order_within_customer check (max_per_order <= max_per_customer),
  add constraint minimum_within_maximum check (min_per_order <= coalesce(max_per_order, max_per_customer, 10));

-- The account that was signed in at checkout, whatever address the order has: it counts for the limit per customer, and shows the
-- order to nobody.
alter table orders add column buyer_account_id uuid references accounts (id) on delete set null;
create index orders_of_buyer on orders (buyer_account_id) where buyer_account_id is not null;
