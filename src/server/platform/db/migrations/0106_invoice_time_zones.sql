-- Time zone in which the invoice was dated. Earlier versions use that of the order's first event, and insert null.
alter table invoices add column time_zone text;
update invoices i set time_zone = coalesce(
  (select e.time_zone from order_items o join events e on e.id = o.event_id where o.order_id = i.order_id order by o.position limit 1),
  'UTC');
