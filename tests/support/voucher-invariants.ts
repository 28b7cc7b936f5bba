import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { PREPARED } from './prepared.ts'

/** Returns vouchers, their uses and refunds that disagree with each other or with the ledger, as messages. */
export async function findWrongVouchers(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with sold as (
      select v.id, v.amount_cents, v.balance_cents,
        coalesce((select sum(u.amount_cents - u.returned_cents) from order_vouchers u join orders o on o.id = u.order_id
          where u.voucher_id = v.id and o.paid_at is not null), 0) as spent,
        coalesce((select sum(r.amount_cents) from refunds r where r.order_id = s.order_id and r.status = 'succeeded'), 0)
          + coalesce((select sum(d.amount_cents) from disputes d where d.order_id = s.order_id and d.status <> 'won'), 0) as gone,
        coalesce((select -sum(e.amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.voucher_id = v.id and t.kind = 'voucher_expired'), 0) as expired
      from vouchers v join voucher_sales s on s.voucher_id = v.id
    ), booked as (
      select e.voucher_id, t.order_id, t.kind, sum(e.amount_cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where e.account = 'vouchers' group by 1, 2, 3
    )
    select 'voucher ' || v.id || ' has ' || v.balance_cents || ', the ledger says ' || coalesce(b.cents, 0) as wrong
    from vouchers v left join (select voucher_id, sum(cents) as cents from booked group by 1) b on b.voucher_id = v.id
    where v.balance_cents <> coalesce(b.cents, 0)
    union all
    select 'voucher ' || id || ' is ' || status || ' and has ' || balance_cents from vouchers where status <> 'active' and balance_cents <> 0
    union all
    select 'voucher ' || v.id || ' was issued with ' || v.amount_cents || ', the ledger says ' || coalesce(b.cents, 0)
    from vouchers v left join (
      select b.voucher_id, sum(b.cents) as cents from booked b join vouchers x on x.id = b.voucher_id
      where case x.kind when 'gift' then b.kind = 'voucher_issued'
        when 'sold' then b.kind = 'sale' and b.order_id = (select s.order_id from voucher_sales s where s.voucher_id = x.id)
        else b.kind = 'refund' and b.order_id = (select r.order_id from refunds r where r.id = x.refund_id) end group by 1) b on b.voucher_id = v.id
    where v.amount_cents <> coalesce(b.cents, 0)
    union all
    select 'order ' || o.id || ' of ' || o.total_cents || ' is ' || o.status || ' and has a voucher of ' || coalesce(v.amount_cents, 0)
    from voucher_sales s join orders o on o.id = s.order_id left join vouchers v on v.id = s.voucher_id
    where coalesce(v.amount_cents, 0) <> case when o.paid_at is null then 0 else o.total_cents end
    union all
    select 'order ' || o.id || ' has no items and no voucher'
    from orders o where not exists (select from order_items i where i.order_id = o.id)
      and not exists (select from voucher_sales s where s.order_id = o.id)
    union all
    select 'order ' || o.id || ' is paid with ' || o.voucher_cents || ' of vouchers, its uses add up to ' || coalesce(u.cents, 0)
    from orders o left join (select order_id, sum(amount_cents) as cents from order_vouchers group by 1) u on u.order_id = o.id
    where o.voucher_cents <> coalesce(u.cents, 0)
    union all
    select 'order ' || u.order_id || ' used ' || u.amount_cents - u.returned_cents || ' of voucher ' || u.voucher_id || ', the ledger says ' || -coalesce(b.cents, 0)
    from order_vouchers u join orders o on o.id = u.order_id
    left join (select voucher_id, order_id, sum(cents) as cents from booked group by 1, 2) b on b.voucher_id = u.voucher_id and b.order_id = u.order_id
    where coalesce(b.cents, 0) <> case when o.paid_at is null then 0 else u.returned_cents - u.amount_cents end
    union all
    select 'bought voucher ' || id || ' of ' || amount_cents || ' has ' || balance_cents || ', was used for ' || spent || ', its sale has returned ' || gone
      || ', and ' || expired || ' expired'
    from sold where balance_cents > greatest(0, amount_cents - gone - spent) or balance_cents < amount_cents - gone - spent - expired
    union all
    select 'order ' || o.id || ' has returned ' || coalesce(u.cents, 0) || ' to its vouchers, its refunds say ' || coalesce(r.cents, 0)
    from orders o
    left join (select order_id, sum(returned_cents) as cents from order_vouchers group by 1) u on u.order_id = o.id
    left join (select order_id, sum(voucher_cents) as cents from refunds where status = 'succeeded' group by 1) r on r.order_id = o.id
    where coalesce(u.cents, 0) <> coalesce(r.cents, 0)
    union all
    select 'refund ' || r.id || ' becomes ' || r.credit_cents || ' of credit, its voucher says ' || coalesce(v.amount_cents, 0)
    from refunds r left join vouchers v on v.refund_id = r.id
    where case when r.status = 'succeeded' then r.credit_cents else 0 end <> coalesce(v.amount_cents, 0)
    union all
    select 'refunds of order ' || o.id || ' exceed its card’s part'
    from orders o join (
      select order_id, sum(amount_cents - voucher_cents) as cents from refunds where status <> 'failed' group by 1) r on r.order_id = o.id
    where o.paid_at is not null and r.cents > o.total_cents - o.voucher_cents
    union all
    select 'promoter ' || promoter_id || ' has given out ' || coalesce(v.cents, 0) || ' ' || currency || ', the ledger says ' || -coalesce(l.cents, 0)
    from (select promoter_id, currency, sum(balance_cents) as cents from vouchers where not paid_in group by 1, 2) v
    full join (
      select promoter_id, currency, sum(amount_cents) as cents from ledger_entries where account = 'voucher_grants' group by 1, 2
    ) l using (promoter_id, currency)
    where ${PREPARED} and coalesce(v.cents, 0) <> -coalesce(l.cents, 0)`.execute(db)
  return rows.map((row) => row.wrong)
}
