import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

/** Returns up to 20 inconsistencies in restored data. Reads all rows of the tables whose sums must agree. */
export async function findInconsistencies(db: Db): Promise<string[]> {
  const rows = await queryRows<{ damage: string }>(db)`
    select 'The ledger transaction ' || transaction_id || ' sums to ' || sum(amount_cents) as damage
    from ledger_entries group by transaction_id having sum(amount_cents) <> 0
    union all
    select 'The ticket type ' || i.ticket_type_id || ' counts ' || i.sold || ' sold, its tickets are ' || coalesce(t.count, 0)
    from inventory i left join (select ticket_type_id, count(*) from tickets where status <> 'void' group by 1) t using (ticket_type_id)
    where i.sold <> coalesce(t.count, 0)
    union all
    select 'The order ' || o.id || ' is paid and has no tickets'
    from orders o where o.paid_at is not null and not exists (select from tickets t where t.order_id = o.id)
    limit 20`
  return rows.map(({ damage }) => damage)
}

export interface RestoredCounts {
  orders: number
  tickets: number
  lastOrderAt: Date | null
}

export async function countRestored(db: Db): Promise<RestoredCounts> {
  const row = await queryRow<RestoredCounts>(db)`
    select (select count(*)::int from orders) as orders, (select count(*)::int from tickets) as tickets,
      (select max(created_at) from orders) as "lastOrderAt"`
  return row ?? { orders: 0, tickets: 0, lastOrderAt: null }
}
