-- The constraint is validated in a transaction of its own, because validation reads all orders. It doesn't block
-- writes.
alter table orders validate constraint orders_taken_outside_check;
