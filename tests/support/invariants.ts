import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { findWrongTotals } from './balance-truth.ts'
import { PREPARED } from './prepared.ts'
import { findWrongRefunds, findWrongVoids } from './refund-invariants.ts'
import { findWrongVouchers } from './voucher-invariants.ts'
import { findWrongSettlements } from './settlement-invariants.ts'

/** Invariants of every database at any time. Returns violations; empty is correct. */
export async function findContradictions(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'inventory.held of ' || i.ticket_type_id || ' is ' || i.held || ', its holds and shares add up to ' || coalesce(h.quantity, 0) as wrong
    from inventory i left join (select ticket_type_id, sum(quantity) quantity from (
      select ticket_type_id, quantity from holds union all select ticket_type_id, quantity from door_shares) h group by 1) h using (ticket_type_id)
    where i.held <> coalesce(h.quantity, 0)
    union all
    select 'inventory.sold of ' || i.ticket_type_id || ' is ' || i.sold || ', its tickets count ' || coalesce(t.count, 0)
    from inventory i left join (select ticket_type_id, count(*) from tickets where status <> 'void' group by 1) t using (ticket_type_id)
    where i.sold <> coalesce(t.count, 0)
    union all
    select 'pool ' || p.id || ' counts ' || p.held || ' held and ' || p.sold || ' sold, its ticket types ' ||
      coalesce(i.held, 0) || ' and ' || coalesce(i.sold, 0)
    from capacity_pools p left join (select pool_id, sum(held) held, sum(sold) sold from inventory group by 1) i on i.pool_id = p.id
    where (p.held, p.sold) <> (coalesce(i.held, 0), coalesce(i.sold, 0))
    union all
    select 'order ' || o.id || ' is ' || o.status || ' and has ' || coalesce(t.count, 0) || ' tickets for ' || i.quantity || ' admissions'
    from orders o
    join (select order_id, sum(quantity) quantity from order_items group by 1) i on i.order_id = o.id
    left join (select order_id, count(*) from tickets group by 1) t on t.order_id = o.id
    where coalesce(t.count, 0) <> case when o.paid_at is null then 0 else i.quantity end
    union all
    select 'order ' || o.id || ' is refunded and has ' || count(*) || ' valid tickets'
    from orders o join tickets t on t.order_id = o.id and t.status <> 'void'
    where o.status = 'refunded' group by o.id
    union all
    select 'order ' || o.id || ' is paid, its payment is ' || coalesce(p.status, 'missing')
    from orders o left join payments p on p.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.total_cents > o.voucher_cents and o.taken_outside is null and p.status is distinct from 'succeeded'
    union all
    select 'order ' || o.id || ' is ' || o.status || ' and its tickets are all void'
    from orders o
    where o.status in ('paid', 'partially_refunded') and exists (select from order_items i where i.order_id = o.id) and not exists (
      select from tickets t where t.order_id = o.id and t.status <> 'void')
    union all
    select 'payment of ' || p.order_id || ' is succeeded, its order ' || o.status || ' was never paid'
    from payments p join orders o on o.id = p.order_id where p.status = 'succeeded' and o.paid_at is null
    union all
    select 'order ' || o.id || ' was refunded ' || o.refunded_cents || ', its refunds add up to ' || coalesce(r.cents, 0)
    from orders o left join (select order_id, sum(amount_cents) cents from refunds where status <> 'failed' group by 1) r on r.order_id = o.id
    where o.paid_at is not null and o.refunded_cents <> coalesce(r.cents, o.refunded_cents)
    union all
    select 'order ' || o.id || ' took ' || o.total_cents || ' and gave back ' || coalesce(r.cents, 0) || ', its buyer’s and its vouchers’ accounts say ' || coalesce(l.cents, 0)
    from orders o
    left join (select order_id, sum(amount_cents) cents from refunds where status = 'succeeded' group by 1) r on r.order_id = o.id
    left join (
      select t.order_id, sum(e.amount_cents) cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where (e.account = 'buyer' or e.account = 'vouchers' and not exists (
        select from voucher_sales s where s.order_id = t.order_id and s.voucher_id = e.voucher_id))
        and t.kind in ('sale', 'refund', 'refund_failed') group by 1) l on l.order_id = o.id
    where coalesce(l.cents, 0) <> case when o.paid_at is null then 0 else coalesce(r.cents, 0) - o.total_cents end
    union all
    select 'ledger transaction ' || t.fact || ' sums to ' || sum(e.amount_cents)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.fact having sum(e.amount_cents) <> 0
    union all
    select 'ledger transaction ' || t.fact || ' has no entries'
    from ledger_transactions t where not exists (select from ledger_entries e where e.transaction_id = t.id)
    union all
    select 'order ' || o.id || ' has ' || count(*) || ' confirmations'
    from orders o join mails m on m.kind = 'order_confirmed' and m.payload ->> 'orderId' = o.id::text
    group by o.id having count(*) <> 1
    union all
    select 'order ' || o.id || ' has taxes of ' || o.tax_cents || ', its rates say ' || coalesce(x.cents, 0) || ' and its lines ' || i.cents
    from orders o
    join (select order_id, sum(tax_cents) cents from order_items group by 1) i on i.order_id = o.id
    left join (select order_id, sum(tax_cents) cents from order_taxes group by 1) x on x.order_id = o.id
    where o.tax_cents <> coalesce(x.cents, 0) or o.tax_cents <> i.cents
    union all
    select 'order ' || o.id || ' has a discount of ' || o.discount_cents || ', its lines say ' || sum(i.discount_cents)
    from orders o join order_items i on i.order_id = o.id group by o.id having o.discount_cents <> sum(i.discount_cents)
    union all
    select 'promo code ' || c.code || ' has reserved ' || c.reserved || ', its pending orders count ' || coalesce(o.count, 0)
    from promo_codes c
    left join (select promo_code_id, count(*) from orders where status = 'pending' group by 1) o on o.promo_code_id = c.id
    where c.reserved <> coalesce(o.count, 0)
    union all
    select 'promo code ' || c.code || ' was used ' || c.used || ' times, its paid orders count ' || coalesce(o.count, 0)
    from promo_codes c
    left join (select promo_code_id, count(*) from orders where paid_at is not null group by 1) o on o.promo_code_id = c.id
    where c.used <> coalesce(o.count, 0)
    union all
    select 'member ' || member_id || ' has earned ' || coalesce(e.cents, 0) || ' ' || currency || ', the ledger says ' || coalesce(l.cents, 0)
    from (
      select promoter_id, member_id, currency, sum(amount_cents - clawed_back_cents) cents
      from earnings where status = 'earned' group by 1, 2, 3
    ) e full join (
      select e.promoter_id, e.member_id, e.currency, sum(e.amount_cents) cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'member_earnings' and t.kind = 'commission' group by 1, 2, 3
    ) l using (promoter_id, member_id, currency)
    where coalesce(e.cents, 0) <> coalesce(l.cents, 0)
    union all
    select 'member ' || member_id || ' was paid ' || coalesce(p.cents, 0) || ' ' || currency || ', the ledger says ' || coalesce(l.cents, 0)
    from (
      select promoter_id, member_id, currency, sum(amount_cents) cents from payouts where status not in ('failed', 'refused') group by 1, 2, 3
    ) p full join (
      select e.promoter_id, e.member_id, e.currency, -sum(e.amount_cents) cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'member_earnings' and t.kind in ('payout', 'payout_failed') group by 1, 2, 3
    ) l using (promoter_id, member_id, currency)
    where coalesce(p.cents, 0) <> coalesce(l.cents, 0)
    union all
    select 'member ' || p.member_id || ' was paid more than was ever earned'
    from (
      select promoter_id, member_id, currency, sum(amount_cents) cents from payouts where status not in ('failed', 'refused') group by 1, 2, 3
    ) p
    where p.cents > (select coalesce(sum(e.amount_cents), 0) from earnings e where e.status = 'earned'
      and (e.promoter_id, e.member_id, e.currency) = (p.promoter_id, p.member_id, p.currency))
    union all
    select 'order ' || e.order_id || ' earns ' || e.amount_cents || ' of a revenue of ' || e.revenue_cents
    from earnings e where e.amount_cents > e.revenue_cents
    union all
    select 'order ' || e.order_id || ' earns and was ' || case when o.paid_at is null then 'never paid' else 'brought by another link' end
    from earnings e join orders o on o.id = e.order_id
    where o.paid_at is null or o.tracking_link_id is distinct from e.tracking_link_id
    union all
    select 'order ' || e.order_id || ' is refunded and its seller keeps ' || e.amount_cents - e.clawed_back_cents
    from earnings e join orders o on o.id = e.order_id
    where o.status = 'refunded' and e.clawed_back_cents < e.amount_cents and not exists (
      select from refunds r where r.order_id = o.id and r.status = 'failed')
    union all
    select 'the provider was told to move ' || moved || ' for payouts of ' || gone || ' to ' || payee_id
    from (
      select provider, payee_id, currency, sum(transfer_cents) moved,
        sum(amount_cents) filter (where status in ('sent', 'paid')) gone
      from payouts where transfer_cents is not null group by 1, 2, 3
    ) p where gone > moved
    union all
    select 'session ' || s.id || ' lives and has ' || count(t.token_hash) || ' refresh tokens that can be used'
    from sessions s left join refresh_tokens t on t.session_id = s.id and t.used_at is null
    where s.revoked_at is null group by s.id having count(t.token_hash) <> 1
    union all
    select 'order ' || o.id || ' is nobody’s any more and says who came'
    from orders o
    where ${PREPARED} and o.email = 'deleted@account.invalid' and (
      o.first_name <> 'Deleted' or o.last_name <> 'Deleted' or o.phone is not null or o.answers <> '{}' or o.delivery ? 'address'
      or exists (select from tickets t left join order_attendees a on a.order_id = t.order_id and a.position = t.position
        where t.order_id = o.id and (t.holder <> 'Deleted' or a.first_name || a.last_name || a.email <> '')
          and not exists (select from ticket_transfers r where r.ticket_id = t.id and r.holds)))`.execute(db)
  const others = [findWrongVoids, findWrongRefunds, findWrongSettlements, findWrongTotals, findWrongVouchers]
  const wrong = rows.map((row) => row.wrong)
  for (const find of others) wrong.push(...(await find(db)))
  return wrong
}
