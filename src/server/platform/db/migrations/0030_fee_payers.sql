-- Who pays an event's fees: the buyer on top of the price, the promoter out of it, or each half.
alter table events add column fees_paid_by text not null default 'buyer'
  check (fees_paid_by in ('buyer', 'promoter', 'split'));

-- Fees that the promoter pays: of the whole order, of a line's tickets, and what a refund returns of them. The buyer's share
-- stays in ticket_fees_cents and order_fees_cents.
alter table orders add column absorbed_fees_cents bigint not null default 0 check (absorbed_fees_cents >= 0);
alter table order_items add column absorbed_fee_cents bigint not null default 0 check (absorbed_fee_cents >= 0);
alter table refunds add column absorbed_fees_cents bigint not null default 0 check (absorbed_fees_cents >= 0);
