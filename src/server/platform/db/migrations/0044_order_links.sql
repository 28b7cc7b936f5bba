-- For how many days after the last event an order's link shows the order to whoever has it; null for ever.
alter table promoters add column order_link_days integer check (order_link_days between 1 and 3650);
