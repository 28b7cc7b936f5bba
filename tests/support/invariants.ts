import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * What must be true of every database at every moment, whatever happened: each line of the answer names something that
 * isn't. Empty is right.
 */
export async function findContradictions(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'inventory.held of ' || i.ticket_type_id || ' is ' || i.held || ', its holds add up to ' || coalesce(h.quantity, 0) as wrong
    from inventory i left join (select ticket_type_id, sum(quantity) quantity from holds group by 1) h using (ticket_type_id)
    where i.held <> coalesce(h.quantity, 0)
    union all
    select 'inventory.sold of ' || i.ticket_type_id || ' is ' || i.sold || ', its tickets count ' || coalesce(t.count, 0)
    from inventory i left join (select ticket_type_id, count(*) from tickets where status <> 'void' group by 1) t using (ticket_type_id)
    where i.sold <> coalesce(t.count, 0)
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
    where o.status = 'paid' and o.total_cents > 0 and p.status is distinct from 'succeeded'
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
    select 'session ' || s.id || ' lives and has ' || count(t.token_hash) || ' refresh tokens that can be used'
    from sessions s left join refresh_tokens t on t.session_id = s.id and t.used_at is null
    where s.revoked_at is null group by s.id having count(t.token_hash) <> 1
    union all
    select 'order ' || o.id || ' is nobody’s any more and says who came'
    from orders o
    where o.email = 'deleted@account.invalid' and (
      o.first_name <> 'Deleted' or o.last_name <> 'Deleted' or o.phone is not null or o.answers <> '{}' or o.delivery ? 'address'
      or exists (select from order_attendees a where a.order_id = o.id and a.first_name || a.last_name || a.email <> '')
      or exists (select from tickets t where t.order_id = o.id and t.holder <> 'Deleted'))`.execute(db)
  return rows.map((row) => row.wrong)
}
