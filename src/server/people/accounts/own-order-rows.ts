import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { OrderStatus } from '#model/sales/orders.ts'
import type { SiteScope } from '#model/sites/sites.ts'
import type { Database } from '#server/platform/db/tables.ts'

type Trx = Transaction<Database>

export interface Owner {
  accountId: string
  /** Null when not verified. */
  email: string | null
}

export const isOwn = ({ accountId, email }: Owner): RawBuilder<unknown> =>
  sql`(o.account_id = ${accountId} or (o.account_id is null and o.email = ${email}))`

export async function isOrderOf(
  db: Kysely<Database>,
  { orderId, owner }: { orderId: string; owner: Owner },
): Promise<boolean> {
  const { rows } = await sql`select from orders o where o.id = ${orderId} and ${isOwn(owner)}`.execute(db)
  return rows.length > 0
}

export interface OwnOrderRow {
  id: string
  linkId: string
  number: string
  promoterId: string
  status: OrderStatus
  currency: string
  totalCents: number
  createdAt: Date
  ticketCount: number
  events: { title: string; startsAt: string; timeZone: string }[]
}

export interface OrderCursor {
  createdAt: Date
  id: string
}

function isOf(scope: SiteScope): RawBuilder<unknown> {
  if (scope === 'every promoter') return sql`true`
  return scope === 'nobody' ? sql`false` : sql`o.promoter_id = ${scope.promoterId}`
}

/** Lists paid and payable orders, newest first. Times have millisecond precision, like cursors. */
export async function listOwnOrderRows(
  db: Kysely<Database>,
  list: { owner: Owner; scope: SiteScope; after: OrderCursor | undefined; now: Date; limit: number },
): Promise<OwnOrderRow[]> {
  const { after } = list
  const moment = sql`date_trunc('milliseconds', o.created_at)`
  const { rows } = await sql<OwnOrderRow>`
    select o.id, coalesce(o.link_id, o.id) as "linkId", o.number, o.promoter_id as "promoterId", o.status, o.currency, o.total_cents as "totalCents",
      ${moment} as "createdAt",
      (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as "ticketCount",
      (select coalesce(json_agg(json_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
          order by e.starts_at, e.id), '[]')
        from events e where e.id in (select i.event_id from order_items i where i.order_id = o.id)) as events
    from orders o
    where ${isOwn(list.owner)} and ${isOf(list.scope)} and (o.paid_at is not null or (o.status = 'pending' and o.expires_at > ${list.now}))
      ${after ? sql`and (${moment}, o.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, o.id desc limit ${list.limit}`.execute(db)
  return rows
}

/** Assigns orders of a verified address to the account, before its address changes. */
export async function claimOrders(trx: Trx, claim: { accountId: string; email: string }): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ account_id: claim.accountId })
    .where('account_id', 'is', null)
    .where('email', '=', claim.email)
    .execute()
}

/** Placeholder for deleted personal data. Its top-level domain can't receive email (RFC 2606). */
export const NOBODY = { firstName: 'Deleted', lastName: 'Deleted', email: 'deleted@account.invalid' } as const

/** Removes names, addresses, answers and holders. Items, amounts and attribution are kept, and tickets stay valid. */
export async function forgetBuyer(trx: Trx, owner: Owner): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where ${isOwn(owner)} order by o.id for update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    update orders set first_name = ${NOBODY.firstName}, last_name = ${NOBODY.lastName}, email = ${NOBODY.email}, phone = null,
      delivery = delivery - 'address', answers = '{}', account_id = null
    where id = any(${ids})`.execute(trx)
  await sql`
    update order_attendees set first_name = '', last_name = '', email = '', answers = '{}'
    where order_id = any(${ids})`.execute(trx)
  await sql`update tickets set holder = ${NOBODY.firstName} where order_id = any(${ids})`.execute(trx)
  const refunds = await sql<{ id: string }>`select id from refunds where order_id = any(${ids})`.execute(trx)
  const facts = [
    // Older emails about full refunds have the order's id in `fact`, not the refund's.
    ...ids.flatMap((id) => [`order_confirmed:${id}`, `order_refunded:${id}`]),
    ...refunds.rows.map(({ id }) => `order_refunded:${id}`),
    ...(await listOtherFacts(trx, ids)),
  ]
  await sql`update mails set to_address = null, last_error = null where fact = any(${facts})`.execute(trx)
  await sql`
    delete from mailbox where mail_id in (select id from mails where fact = any(${facts}))`.execute(trx)
}

async function listOtherFacts(trx: Trx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fact: string }>`
    select fact from (
      select after ->> 'fact' as fact from audit_log
      where subject_id = any(${orderIds}::text[]) and action in ('order.resent', 'order.email_changed')
    ) recorded where fact is not null
    union
    select 'event_cancelled:' || event_id || ':' || order_id from order_items where order_id = any(${orderIds}::uuid[])
    union
    select 'event_changed:' || c.id || ':' || i.order_id from order_items i join told_changes c on c.event_id = i.event_id
    where i.order_id = any(${orderIds}::uuid[])`.execute(trx)
  return rows.map(({ fact }) => fact)
}
