import { sql } from 'kysely'
import type { LedgerSum, SettlementStatus } from '#model/money/settlements.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { hasOpenRefunds, latestEnd } from '#server/money/balances/due-rows.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface StatementEventRow {
  id: string
  title: string
  currency: string
  latestEndsAt: Date
  /** Time of the event's cancellation if its orders are refunded; otherwise null. */
  refundedSince: Date | null
  hasOpenRefunds: boolean
  delayDays: number
}

export function findStatementEvent(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<StatementEventRow | undefined> {
  return queryRow<StatementEventRow>(db)`
    select e.id, e.title, e.currency, ${latestEnd} as "latestEndsAt",
      case when e.status = 'cancelled' and e.cancel_refunds then e.cancelled_at end as "refundedSince",
      ${hasOpenRefunds} as "hasOpenRefunds",
      coalesce((select s.delay_days from settlement_settings s where s.promoter_id = e.promoter_id), 3) as "delayDays"
    from events e where e.promoter_id = ${find.promoterId} and e.id = ${find.eventId}`
}

interface EventKey {
  promoterId: string
  eventId: string
}

const ownOrders = ({ eventId }: EventKey) => sql`
  select distinct i.order_id from order_items i where i.event_id = ${eventId}
    and not exists (select from order_items x where x.order_id = i.order_id and x.event_id <> ${eventId})`

export async function countEventOrders(db: Db, { promoterId, eventId }: EventKey): Promise<number> {
  const row = await queryRow<{ orders: number }>(db)`
    select count(distinct i.order_id)::int as orders
    from order_items i join orders o on o.id = i.order_id
    where i.promoter_id = ${promoterId} and i.event_id = ${eventId} and o.paid_at is not null`
  return row?.orders ?? 0
}

/** Part of a sum that is on one settlement's statement. `settlementId` is null for the part that isn't on a statement yet. */
export interface StatementSum extends LedgerSum {
  settlementId: string | null
}

export function sumSingleEventOrders(db: Db, event: EventKey): Promise<StatementSum[]> {
  return queryRows<StatementSum>(db)`
    select t.kind, e.account, sum(e.amount_cents)::bigint as cents, s.settlement_id as "settlementId"
    from (${ownOrders(event)}) o
    join ledger_transactions t on t.order_id = o.order_id and t.promoter_id = ${event.promoterId}
    join ledger_entries e on e.transaction_id = t.id
    left join statement_transactions s on s.transaction_id = t.id
    group by t.kind, e.account, s.settlement_id`
}

export function listSettlementsByIds(
  db: Db,
  find: { promoterId: string; ids: readonly string[] },
): Promise<{ id: string; number: number; status: SettlementStatus; createdAt: Date }[]> {
  return queryRows<{ id: string; number: number; status: SettlementStatus; createdAt: Date }>(db)`
    select id, number, status, created_at as "createdAt" from settlements
    where promoter_id = ${find.promoterId} and id = any(${find.ids}::uuid[]) order by number`
}

export interface StatementEventListRow {
  eventId: string
  title: string
  startsAt: Date
  timeZone: string
  orders: number
}

export function listStatementEvents(
  db: Db,
  { promoterId, after }: { promoterId: string; after: ListPosition | undefined },
): Promise<StatementEventListRow[]> {
  return queryRows<StatementEventListRow>(db)`
    select e.id as "eventId", e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", o.orders
    from events e cross join lateral (
      select count(distinct i.order_id)::int as orders from order_items i join orders o on o.id = i.order_id
      where i.event_id = e.id and o.paid_at is not null) o
    where e.promoter_id = ${promoterId} and o.orders > 0
      ${after ? sql`and (e.starts_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.starts_at desc, e.id desc limit ${PAGE_SIZE + 1}`
}

export function findEventPromoter(
  db: Db,
  eventId: string,
): Promise<{ id: string; name: string } | undefined> {
  return queryRow<{ id: string; name: string }>(db)`
    select p.id, p.name from events e join promoters p on p.id = e.promoter_id where e.id = ${eventId}`
}

export interface MultiEventEntryRow extends StatementSum {
  /** Array of `{id, weight}`. */
  events: unknown
}

/**
 * Ledger entries of orders for this and other events, with the weights by which each entry is divided among them. An event's
 * weight is the price of its refunded tickets (for a refund of tickets), the commission earned with it (for a commission),
 * or the value of its items in the order (for other entries). Events are ordered by id, so that rounding is the same on
 * every event's statement.
 */
export function listMultiEventEntries(
  db: Db,
  { promoterId, eventId }: EventKey,
): Promise<MultiEventEntryRow[]> {
  return queryRows<MultiEventEntryRow>(db)`
    with shared as (
      select distinct i.order_id from order_items i where i.promoter_id = ${promoterId} and i.event_id = ${eventId}
        and exists (select from order_items x where x.order_id = i.order_id and x.event_id <> ${eventId})
    ), moved as (
      select t.id, t.order_id, t.kind,
        case when t.kind in ('refund', 'refund_failed') then split_part(t.fact, ':', 2)::uuid end as refund_id
      from shared s join ledger_transactions t on t.order_id = s.order_id and t.promoter_id = ${promoterId}
    ), lines as (
      select i.order_id, i.event_id, i.quantity, i.ticket_type_id, i.position,
        i.quantity * (i.price_cents + i.ticket_fee_cents) - i.discount_cents + case when o.tax_included then 0 else i.tax_cents end as cents
      from shared s join order_items i on i.order_id = s.order_id join orders o on o.id = i.order_id
    ), weights as (
      select m.id, l.event_id,
        greatest(0, sum(l.cents))::bigint as by_lines,
        greatest(0, coalesce(sum(l.cents * (
          select count(*) from refund_tickets rt join tickets k on k.id = rt.ticket_id
          where rt.refund_id = m.refund_id and k.event_id = l.event_id and k.ticket_type_id = l.ticket_type_id) / l.quantity), 0))::bigint as by_tickets,
        coalesce(sum((select n.amount_cents from earnings n where n.order_id = l.order_id and n.position = l.position)), 0)::bigint as by_earnings
      from moved m join lines l on l.order_id = m.order_id
      group by m.id, l.event_id
    ), chosen as (
      select w.id, json_agg(json_build_object('id', w.event_id, 'weight', case
        when t.tickets > 0 then w.by_tickets
        when m.kind = 'commission' and t.earnings > 0 then w.by_earnings
        when t.lines > 0 then w.by_lines else 1 end) order by w.event_id) as events
      from weights w join moved m on m.id = w.id
      join (select id, sum(by_tickets) tickets, sum(by_earnings) earnings, sum(by_lines) lines from weights group by id) t on t.id = w.id
      group by w.id
    )
    select m.kind, e.account, e.amount_cents as cents, s.settlement_id as "settlementId", c.events
    from moved m join chosen c on c.id = m.id join ledger_entries e on e.transaction_id = m.id
      left join statement_transactions s on s.transaction_id = m.id`
}
