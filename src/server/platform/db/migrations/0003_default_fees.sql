-- Default fees by currency, for events and promoters without fees of their own.
insert into fee_configurations (currency, ticket_base_cents, ticket_basis_points, order_base_cents, order_basis_points)
values
  ('EUR', 49, 400, 90, 0),
  ('GBP', 45, 400, 80, 0),
  ('JPY', 80, 400, 110, 0),
  ('USD', 59, 450, 125, 0);
