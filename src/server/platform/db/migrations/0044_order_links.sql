-- Number of days after the last event for which an order's link works without signing in; null for no limit.
alter table promoters add column order_link_days integer check (order_link_days between 1 and 3650);
