-- An invoice keeps the time zone in which it was dated. Earlier versions used that of the order's first event, and go on inserting null.
alter table invoices add column time_zone text;
update invoices i set time_zone = coalesce(
  (select e.time_zone from order_items o join events e on e.id = o.event_id where o.order_id = i.order_id order by o.position limit 1),
  'UTC');
