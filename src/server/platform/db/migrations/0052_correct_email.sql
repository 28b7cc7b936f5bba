-- Buyers' addresses can be corrected. The order then gets a new link (null: the order's id is the link) and a higher
-- version.
alter table orders add column link_id uuid, add column version integer not null default 1;
create unique index orders_by_link on orders (link_id) where link_id is not null;
