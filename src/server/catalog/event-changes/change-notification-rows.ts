import { sql } from 'kysely'
import type { EventFacts } from '#model/catalog/event-changes.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

interface Find {
  promoterId: string
  eventId: string
}

const hasAddress = sql<boolean>`o.email not in ('', ${ERASED_PERSON.email})`

/** SQL condition: ticket `t` of order `o` is valid. */
const isValid = sql`t.status <> 'void' and o.status in ('paid', 'partially_refunded')`

/**
 * SQL condition: ticket `t` of order `o` is valid, and its buyer has an email address or it was passed on to someone.
 */
const isForReachableHolder = sql`
  ${isValid} and (${hasAddress} or exists (select from ticket_transfers h where h.ticket_id = t.id and h.holds))`

export async function countOrdersToNotify(db: Db, find: Find): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(distinct o.id)::int as count from tickets t join orders o on o.id = t.order_id
    where t.promoter_id = ${find.promoterId} and t.event_id = ${find.eventId} and ${isForReachableHolder}`
  return row?.count ?? 0
}

export async function insertChangeNotification(
  trx: Db,
  notification: Find & { id: string; before: EventFacts; now: Date },
): Promise<void> {
  await execute(trx)`
    insert into told_changes (id, promoter_id, event_id, before, created_at)
    values (${notification.id}, ${notification.promoterId}, ${notification.eventId}, ${JSON.stringify(notification.before)}::jsonb, ${notification.now})`
}

export interface PendingNotification extends Find {
  id: string
  createdAt: Date
  afterOrderId: string | null
}

/** Returns the oldest unfinished notification and locks it until the end of the transaction. */
export function lockNextNotification(trx: Db): Promise<PendingNotification | undefined> {
  return queryRow<PendingNotification>(trx)`
    select id, promoter_id as "promoterId", event_id as "eventId", created_at as "createdAt", after_order_id as "afterOrderId"
    from told_changes where done_at is null order by created_at, id limit 1 for update skip locked`
}

/** Returns the next orders placed before the change. Returns none when the event is cancelled. */
export function listOrdersToNotify(
  db: Db,
  change: PendingNotification,
  limit: number,
): Promise<{ id: string; hasAddress: boolean }[]> {
  return queryRows<{ id: string; hasAddress: boolean }>(db)`
    select distinct o.id, ${hasAddress} as "hasAddress" from tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id
    where t.promoter_id = ${change.promoterId} and t.event_id = ${change.eventId} and ${isForReachableHolder}
      and e.status <> 'cancelled' and o.created_at <= ${change.createdAt}
      and (${change.afterOrderId}::uuid is null or o.id > ${change.afterOrderId}::uuid)
    order by o.id limit ${limit}`
}

/** Returns the transfers since before the change whose recipients have valid tickets of these orders. */
export async function listTransfersToNotify(
  db: Db,
  { promoterId, eventId, createdAt }: PendingNotification,
  orderIds: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select r.id from ticket_transfers r join tickets t on t.id = r.ticket_id
    where r.promoter_id = ${promoterId} and r.order_id = any(${orderIds}::uuid[]) and r.holds and r.decided_at <= ${createdAt}
      and t.event_id = ${eventId} and t.status <> 'void' order by r.id`
  return rows.map(({ id }) => id)
}

export async function updateChangeNotification(
  trx: Db,
  change: { id: string; afterOrderId: string | null; doneAt: Date | null },
): Promise<void> {
  await execute(trx)`
    update told_changes set after_order_id = ${change.afterOrderId}, done_at = ${change.doneAt} where id = ${change.id}`
}

/**
 * An order whose buyer wasn't notified of a change, because its tickets were issued during or after the notification.
 */
export interface LateOrder {
  id: string
  promoterId: string
  changeId: string
}

/** Returns orders that were placed before a change and got their tickets during or after its notification. */
export function listLateOrders(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<LateOrder[]> {
  return queryRows<LateOrder>(db)`
    select distinct o.id, o.promoter_id as "promoterId", c.id as "changeId"
    from told_changes c join tickets t on t.event_id = c.event_id and t.created_at >= c.created_at - interval '1 minute'
    join orders o on o.id = t.order_id join events e on e.id = c.event_id
    where c.done_at > ${since} and ${isValid} and ${hasAddress} and e.status <> 'cancelled' and o.created_at <= c.created_at
      and not exists (select from mails m where m.fact = 'event_changed:' || c.id || ':' || o.id)
    limit ${limit}`
}

export function findChangeNotification(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<{ eventId: string; before: unknown } | undefined> {
  return queryRow<{ eventId: string; before: unknown }>(db)`
    select event_id as "eventId", before from told_changes
    where promoter_id = ${find.promoterId} and id = ${find.id}`
}

/** Keys of the emails that notified the order's buyer of event changes, as in `mails.fact`. */
export async function listEventChangedMailKeys(db: Db, orderId: string): Promise<string[]> {
  const rows = await queryRows<{ fact: string }>(db)`
    select distinct 'event_changed:' || c.id || ':' || i.order_id as fact
    from order_items i join told_changes c on c.event_id = i.event_id where i.order_id = ${orderId}`
  return rows.map(({ fact }) => fact)
}

/**
 * Returns, for each changed event, the details before the first change since `since` that buyers were notified of.
 */
export function listDetailsBeforeChanges(
  db: Db,
  find: { eventIds: readonly string[]; since: Date },
): Promise<{ eventId: string; before: unknown }[]> {
  return queryRows<{ eventId: string; before: unknown }>(db)`
    select distinct on (event_id) event_id as "eventId", before from told_changes
    where event_id = any(${find.eventIds}) and created_at >= ${find.since}
    order by event_id, created_at`
}
