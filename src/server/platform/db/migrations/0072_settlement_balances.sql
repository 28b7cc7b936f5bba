-- Totals of the ledger, from which promoters' balances are computed (docs/decisions/0072-settlement-balances.md).

-- Ledger transactions that aren't in the totals yet. A trigger inserts the row together with the ledger transaction;
-- adding the transaction to the totals deletes it. Has no index, because the table is short and every sale writes to
-- it.
create table unfolded_transactions (
  promoter_id uuid not null,
  transaction_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function queue_ledger_transactions() returns trigger language plpgsql as $$
begin
  insert into unfolded_transactions (promoter_id, transaction_id) select promoter_id, id from new_rows;
  return null;
end
$$;
create trigger queue_ledger_transactions after insert on ledger_transactions referencing new table as new_rows
  for each statement execute function queue_ledger_transactions();
insert into unfolded_transactions (promoter_id, transaction_id) select promoter_id, id from ledger_transactions;

-- Sums of the accounts `promoter` and `taxes`.
create table promoter_balances (
  promoter_id uuid not null references promoters (id),
  currency text not null,
  cents bigint not null,
  -- Part of the account `taxes`.
  tax_cents bigint not null,
  primary key (promoter_id, currency)
);

-- Sums of the accounts `promoter` and `taxes`, by order.
create table order_balances (
  promoter_id uuid not null,
  order_id uuid not null,
  currency text not null,
  cents bigint not null,
  primary key (promoter_id, order_id, currency),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);

-- Sums of `order_balances`, each at least 0, by the set of the order's events: sorted ids, usually one.
create table event_balances (
  promoter_id uuid not null references promoters (id),
  currency text not null,
  event_ids uuid[] not null,
  cents bigint not null,
  primary key (promoter_id, currency, event_ids)
);

-- Sales by hour (UTC), for the reserve.
create table sales_hours (
  promoter_id uuid not null references promoters (id),
  hour timestamptz not null,
  currency text not null,
  event_ids uuid[] not null,
  cents bigint not null,
  primary key (promoter_id, hour, currency, event_ids)
);

-- Transactions in the totals that are on no statement.
create table unstated_transactions (
  promoter_id uuid not null,
  currency text not null,
  transaction_id uuid not null,
  primary key (promoter_id, transaction_id),
  foreign key (promoter_id, transaction_id) references ledger_transactions (promoter_id, id)
);
