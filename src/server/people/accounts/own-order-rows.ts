import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus } from '#model/sales/orders.ts'
import type { SiteScope } from '#model/sites/sites.ts'
import { execute, hasRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { withheldCentsSql } from '#server/platform/ledger/withheld-cents-rows.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface OrderOwner {
  accountId: string
  email: string | null
}

export const isOwnedBySql = ({ accountId, email }: OrderOwner): RawBuilder<unknown> =>
  sql`(o.account_id = ${accountId} or (o.account_id is null and o.email = ${email}))`

export function isOrderOfOwner(
  db: Db,
  { orderId, owner }: { orderId: string; owner: OrderOwner },
): Promise<boolean> {
  return hasRow(db)`select from orders o where o.id = ${orderId} and ${isOwnedBySql(owner)}`
}

export interface OwnOrderRow {
  id: string
  linkId: string
  number: string
  promoterId: string
  status: OrderStatus
  currency: string
  totalCents: number
  /** Pending and accepted refunds, without the withheld part of accepted ones. */
  refundedCents: number
  createdAt: Date
  ticketCount: number
  events: { title: string; startsAt: string; timeZone: string }[]
}

export function isInSiteScopeSql(scope: SiteScope): RawBuilder<unknown> {
  if (scope === 'every promoter') return sql`true`
  return scope === 'nobody' ? sql`false` : sql`o.promoter_id = ${scope.promoterId}`
}

/**
 * Paid orders and orders that can be paid, newest first. Times are truncated to milliseconds, like those in cursors.
 */
export function listOwnOrderRows(
  db: Db,
  list: { owner: OrderOwner; scope: SiteScope; after: ListPosition | undefined; now: Date; limit: number },
): Promise<OwnOrderRow[]> {
  const { after } = list
  const moment = sql`date_trunc('milliseconds', o.created_at)`
  return queryRows<OwnOrderRow>(db)`
    select o.id, coalesce(o.link_id, o.id) as "linkId", o.number, o.promoter_id as "promoterId", o.status, o.currency, o.total_cents as "totalCents",
      (select coalesce(sum(r.amount_cents - ${withheldCentsSql}), 0)::bigint from refunds r
        where r.order_id = o.id and r.status <> 'failed') as "refundedCents",
      ${moment} as "createdAt",
      (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as "ticketCount",
      (select coalesce(json_agg(json_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
          order by e.starts_at, e.id), '[]')
        from events e where e.id in (select i.event_id from order_items i where i.order_id = o.id)) as events
    from orders o
    where ${isOwnedBySql(list.owner)} and ${isInSiteScopeSql(list.scope)} and (o.paid_at is not null or (o.status = 'pending' and o.expires_at > ${list.now}))
      ${after ? sql`and (${moment}, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, o.id desc limit ${list.limit}`
}

/** Assigns the orders of a verified address to the account, before the account's address changes. */
export async function claimOrders(trx: Trx, claim: { accountId: string; email: string }): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ account_id: claim.accountId })
    .where('account_id', 'is', null)
    .where('email', '=', claim.email)
    .execute()
}

/** Replaces deleted personal data. The top-level domain `.invalid` can't receive email (RFC 2606). */
export const ERASED_PERSON = {
  firstName: 'Deleted',
  lastName: 'Deleted',
  email: 'deleted@account.invalid',
} as const

/**
 * Removes names, addresses and answers of buyers and holders. Keeps items, amounts and attribution, and tickets stay
 * valid. Keeps holders of tickets that were passed on, because they are other people.
 */
export async function anonymiseOrders(trx: Trx, owner: OrderOwner): Promise<void> {
  const rows = await queryRows<{ id: string }>(trx)`
    select o.id from orders o where ${isOwnedBySql(owner)} order by o.id for update`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await execute(trx)`
    update orders set first_name = ${ERASED_PERSON.firstName}, last_name = ${ERASED_PERSON.lastName}, email = ${ERASED_PERSON.email}, phone = null,
      delivery = delivery - 'address', answers = '{}', account_id = null
    where id = any(${ids})`
  await execute(trx)`
    update order_attendees a set first_name = '', last_name = '', email = '', answers = '{}'
    where a.order_id = any(${ids}) and not exists (
      select from tickets t where t.order_id = a.order_id and t.position = a.position and ${isPassedOn})`
  await execute(trx)`
    update tickets t set holder = ${ERASED_PERSON.firstName} where t.order_id = any(${ids}) and not ${isPassedOn}`
  const refunds = await queryRows<{ id: string }>(trx)`select id from refunds where order_id = any(${ids})`
  const facts = [
    // Old emails about full refunds have the order's id in `fact`, not the refund's.
    ...ids.flatMap((id) => [`order_confirmed:${id}`, `order_refunded:${id}`, `voucher_delivered:${id}`]),
    ...refunds.flatMap(({ id }) => [`order_refunded:${id}`, `return_failed:${id}`, `refund_failed:${id}`]),
    ...(await listOtherFacts(trx, ids)),
  ]
  await execute(trx)`update mails set to_address = null, last_error = null where fact = any(${facts})`
  await execute(trx)`
    delete from mailbox where mail_id in (select id from mails where fact = any(${facts}))`
}

/** True for a ticket `t` that was passed on, so that its holder is the recipient. */
const isPassedOn = sql`exists (select from ticket_transfers r where r.ticket_id = t.id and r.holds)`

async function listOtherFacts(trx: Trx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ fact: string }>(trx)`
    select fact from (
      select after ->> 'fact' as fact from audit_log
      where subject_id = any(${orderIds}::text[]) and action in ('order.resent', 'order.email_changed', 'ticket.code_replaced')
    ) recorded where fact is not null
    union
    select 'ticket_passed_on:' || id from ticket_transfers where order_id = any(${orderIds}::uuid[]) and sender_id is null
    union
    select 'event_cancelled:' || event_id || ':' || order_id from order_items where order_id = any(${orderIds}::uuid[])
    union
    select 'event_changed:' || c.id || ':' || i.order_id from order_items i join told_changes c on c.event_id = i.event_id
    where i.order_id = any(${orderIds}::uuid[])`
  return rows.map(({ fact }) => fact)
}
