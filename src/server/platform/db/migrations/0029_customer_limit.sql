-- Maximum number of tickets of this type per customer, over all of their orders; null for no limit. If the maximum per
-- order is null, it is this limit, or else 10.
alter table ticket_types
  add column max_per_customer integer check (max_per_customer > 0),
  alter column max_per_order drop not null,
  alter column max_per_order drop default,
  add constraint order_within_customer check (max_per_order <= max_per_customer),
  add constraint minimum_within_maximum check (min_per_order <= coalesce(max_per_order, max_per_customer, 10));

-- Account that was signed in at checkout, whatever the order's email address is. Used only for the limit per customer;
-- it gives no access to the order.
alter table orders add column buyer_account_id uuid references accounts (id) on delete set null;
create index orders_of_buyer on orders (buyer_account_id) where buyer_account_id is not null;
