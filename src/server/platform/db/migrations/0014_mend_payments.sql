-- Refunds are computed from each line's share of the order's discount, which older orders lack, so that their first
-- refunded ticket was worth its whole price. Computes the shares as differences of cumulative shares: no share exceeds
-- its line, and the shares add up to the discount.
with lines as (
  select i.order_id, i.position, o.discount_cents as discount,
    sum(i.price_cents * i.quantity) over (partition by i.order_id order by i.position) as up_to,
    sum(i.price_cents * i.quantity) over (partition by i.order_id) as whole,
    i.price_cents * i.quantity as price
  from order_items i join orders o on o.id = i.order_id
  where o.discount_cents > 0
    and not exists (select from order_items x where x.order_id = o.id and x.discount_cents > 0)
)
update order_items i
set discount_cents = div(l.discount * l.up_to, l.whole) - div(l.discount * (l.up_to - l.price), l.whole)
from lines l
where i.order_id = l.order_id and i.position = l.position and l.whole > 0;

-- Adds missing fees to the ledger: those of payments that paid no order, and those that were reported after the order
-- was refunded.
with written as (
  insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
  select promoter_id, order_id, 'fee:' || order_id, 'processing_fee', currency, now() from payments where fee_cents > 0
  on conflict (fact) do nothing
  returning id, promoter_id, order_id, currency
)
insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
select w.id, e.position, w.promoter_id, e.account, w.currency, e.amount
from written w
join payments p on p.order_id = w.order_id
cross join lateral (values (0, 'platform_fees', -p.fee_cents), (1, 'processor', p.fee_cents)) as e (position, account, amount);

-- Number of recorded updates of a dispute. Each update that moves money is a separate ledger transaction. Transactions
-- of existing disputes keep their names.
alter table disputes add column if not exists turns integer not null default 1 check (turns > 0);
