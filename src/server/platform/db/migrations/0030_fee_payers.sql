-- Who pays an event's fees: the buyer on top of the price, the promoter, or each half.
alter table events add column fees_paid_by text not null default 'buyer'
  check (fees_paid_by in ('buyer', 'promoter', 'split'));

-- Fees that the promoter pays: of the order, of a line's tickets, and the part that a refund returns. Fees that the
-- buyer pays are in ticket_fees_cents and order_fees_cents.
alter table orders add column absorbed_fees_cents bigint not null default 0 check (absorbed_fees_cents >= 0);
alter table order_items add column absorbed_fee_cents bigint not null default 0 check (absorbed_fee_cents >= 0);
alter table refunds add column absorbed_fees_cents bigint not null default 0 check (absorbed_fees_cents >= 0);
