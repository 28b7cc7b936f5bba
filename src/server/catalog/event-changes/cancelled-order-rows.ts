import { execute, hasRow, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface CancelledOrder {
  eventId: string
  orderId: string
  promoterId: string
  refunds: boolean
}

export async function insertCancelledOrders(
  trx: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<void> {
  await execute(trx)`
    insert into cancelled_orders (promoter_id, event_id, order_id)
    select distinct promoter_id, event_id, order_id from tickets
    where promoter_id = ${promoterId} and event_id = ${eventId} and status <> 'void'
    on conflict do nothing`
}

/** Adds orders whose payment completed after the event was cancelled. */
export async function addLateCancelledOrders(db: Db, since: Date): Promise<void> {
  await execute(db)`
    insert into cancelled_orders (promoter_id, event_id, order_id)
    select distinct t.promoter_id, t.event_id, t.order_id from tickets t join events e on e.id = t.event_id
    where e.cancelled_at > ${since} and t.created_at >= e.cancelled_at - interval '1 minute' and t.status <> 'void'
    on conflict do nothing`
}

export function listUnfinishedCancellations(
  db: Db,
  { after, limit }: { after: CancelledOrder | undefined; limit: number },
): Promise<CancelledOrder[]> {
  return queryRows<CancelledOrder>(db)`
    select c.event_id as "eventId", c.order_id as "orderId", c.promoter_id as "promoterId", e.cancel_refunds as refunds
    from cancelled_orders c join events e on e.id = c.event_id
    where c.done_at is null
      and (${after?.eventId ?? null}::uuid is null
        or (c.event_id, c.order_id) > (${after?.eventId ?? null}::uuid, ${after?.orderId ?? null}::uuid))
    order by c.event_id, c.order_id limit ${limit}`
}

export function lockUnfinishedCancellation(trx: Db, { eventId, orderId }: CancelledOrder): Promise<boolean> {
  return hasRow(trx)`
    select from cancelled_orders where event_id = ${eventId} and order_id = ${orderId} and done_at is null
    for update skip locked`
}

/**
 * Returns the transfers whose recipients have tickets of the order. The tickets are valid until the cancellation is
 * carried out.
 */
export async function listTransfersOfCancelledOrder(
  trx: Db,
  { promoterId, eventId, orderId }: CancelledOrder,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select r.id from ticket_transfers r join tickets t on t.id = r.ticket_id
    where r.promoter_id = ${promoterId} and r.order_id = ${orderId} and r.holds and t.event_id = ${eventId} and t.status <> 'void'
    order by r.id`
  return rows.map(({ id }) => id)
}

/** Outcome for an order of a cancelled event. With neither a refund nor a refusal, there was nothing to refund. */
export interface CancelledOutcome {
  refundId: string | null
  isRefused: boolean
}

export async function finishEventCancellation(
  trx: Db,
  { eventId, orderId, refundId, isRefused, now }: CancelledOrder & CancelledOutcome & { now: Date },
): Promise<void> {
  await execute(trx)`
    update cancelled_orders set done_at = ${now}, refund_id = ${refundId}, refused = ${isRefused}
    where event_id = ${eventId} and order_id = ${orderId}`
}

export interface CancelledCounts {
  orders: number
  done: number
  failed: number
  outside: number
  outsideCents: number
}

const ERASED_PERSON: CancelledCounts = { orders: 0, done: 0, failed: 0, outside: 0, outsideCents: 0 }

/**
 * `done` orders were notified and, where due, refunded. `failed` orders must be refunded by hand. `outside` is the
 * number of done orders that were paid outside Foyer, which the promoter refunds.
 */
export async function countCancelledOrders(db: Db, eventId: string): Promise<CancelledCounts> {
  const row = await queryRow<CancelledCounts>(db)`
    with counted as (
      select c.done_at, r.amount_cents as cents, coalesce(r.status, 'succeeded') as status,
        c.refused or coalesce(r.status = 'failed', false) as "hasFailed",
        coalesce(r.status = 'succeeded' and r.amount_cents > 0, false) and o.taken_outside is not null as "isOutside"
      from cancelled_orders c join orders o on o.id = c.order_id left join refunds r on r.id = c.refund_id
      where c.event_id = ${eventId}
    )
    select count(*)::int as orders,
      count(*) filter (where done_at is not null and status = 'succeeded' and not "hasFailed")::int as done,
      count(*) filter (where "hasFailed")::int as failed,
      count(*) filter (where "isOutside")::int as outside,
      coalesce(sum(cents) filter (where "isOutside"), 0)::bigint as "outsideCents"
    from counted`
  return row ?? ERASED_PERSON
}

export function findCancelledEvent(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<{ title: string; startsAt: Date; timeZone: string; note: string } | undefined> {
  return queryRow<{ title: string; startsAt: Date; timeZone: string; note: string }>(db)`
    select title, starts_at as "startsAt", time_zone as "timeZone", cancel_note as note from events
    where promoter_id = ${find.promoterId} and id = ${find.eventId} and status = 'cancelled'`
}
