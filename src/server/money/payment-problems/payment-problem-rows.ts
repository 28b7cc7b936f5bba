import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

/** An order with a problem that operators must resolve. Amounts in minor units. */
export interface AffectedOrderRow {
  orderId: string
  orderNumber: string
  promoterId: string
  promoterName: string
  buyer: string
  amountCents: number
  currency: string
}

export interface PaymentProblemRow extends AffectedOrderRow {
  since: Date
  problem: string
  isPaid: boolean
}

const concern = sql`
  o.id as "orderId", o.number as "orderNumber", m.id as "promoterId", m.name as "promoterName", o.currency,
  coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.email) as buyer`

/** Lists orders with payment problems, oldest first. The amount is that of the failed refund, or else of the payment. */
export function listPaymentProblemRows(
  db: Db,
  { promoterId, after }: { promoterId: string | undefined; after: ListPosition | undefined },
): Promise<PaymentProblemRow[]> {
  const since = sql`date_trunc('milliseconds', coalesce(p.trouble_since, p.updated_at))`
  return queryRows<PaymentProblemRow>(db)`
    select ${concern}, ${since} as since, p.trouble as problem, o.paid_at is not null as "isPaid",
      coalesce((select r.amount_cents from refunds r
        where r.order_id = p.order_id and r.id::text = substring(p.trouble from '^Refund ([0-9a-f-]{36}) ')), p.amount_cents) as "amountCents"
    from payments p join orders o on o.id = p.order_id join promoters m on m.id = p.promoter_id
    where p.trouble <> '' ${promoterId === undefined ? sql`` : sql`and p.promoter_id = ${promoterId}`}
      ${after ? sql`and (${since}, o.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${since}, o.id limit ${PAGE_SIZE + 1}`
}

export function listPromoterRowsWithPaymentProblems(
  db: Db,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return queryRows<{ id: string; name: string }>(db)`
    select m.id, m.name from promoters m
    where m.id in (select promoter_id from payments where trouble <> '' union select promoter_id from disputes
      union select promoter_id from refund_requests where status = 'waiting')
    order by m.name, m.id limit ${limit}`
}

/** Locks the payment and returns its problem, or ''. The caller must hold the order's lock. */
export async function lockPaymentProblem(trx: Trx, orderId: string): Promise<string | undefined> {
  const row = await queryRow<{ problem: string }>(trx)`
    select trouble as problem from payments where order_id = ${orderId} for update`
  return row?.problem
}

export async function setPaymentProblemHandled(
  trx: Trx,
  { orderId, problem }: { orderId: string; problem: string },
): Promise<void> {
  await execute(trx)`
    update payments set trouble = '', trouble_handled = ${problem} where order_id = ${orderId}`
}

/** Marks the failed refunds of an order's cancelled events as settled, so that the order's amounts become due to the promoter. */
export async function settleCancelledRefunds(
  trx: Trx,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await execute(trx)`
    update cancelled_orders c set settled_at = ${now}
    where c.order_id = ${orderId} and c.settled_at is null and c.done_at is not null
      and (c.refused or exists (select from refunds f where f.id = c.refund_id and f.status = 'failed'))`
}

export interface FailedRefundRow {
  reason: string
  amountCents: number
  returnsFees: boolean
  ticketIds: string[]
}

export function findFailedRefund(
  trx: Trx,
  find: { orderId: string; refundId: string },
): Promise<FailedRefundRow | undefined> {
  return queryRow<FailedRefundRow>(trx)`
    select r.reason, r.amount_cents as "amountCents", r.fees_cents > 0 as "returnsFees",
      array(select t.ticket_id from refund_tickets t where t.refund_id = r.id order by t.ticket_id) as "ticketIds"
    from refunds r where r.id = ${find.refundId} and r.order_id = ${find.orderId} and r.status = 'failed'`
}

/** Returns the latest cancelled event for which the order's refund was refused. */
export async function findRefusedEvent(trx: Trx, orderId: string): Promise<string | undefined> {
  const row = await queryRow<{ eventId: string }>(trx)`
    select event_id as "eventId" from cancelled_orders where order_id = ${orderId} and refused
    order by done_at desc, event_id limit 1`
  return row?.eventId
}

export interface DisputeListRow extends AffectedOrderRow {
  id: string
  status: 'open' | 'won' | 'lost'
  reason: string
  openedAt: Date
  decidedAt: Date | null
}

export function listDisputeRows(
  db: Db,
  find: {
    promoterId: string | undefined
    status: DisputeListRow['status'] | undefined
    after: { at: Date; id: string } | undefined
  },
): Promise<DisputeListRow[]> {
  const { promoterId, status, after } = find
  const opened = sql`date_trunc('milliseconds', d.created_at)`
  return queryRows<DisputeListRow>(db)`
    select ${concern}, d.dispute_id as id, d.status, d.reason, d.amount_cents as "amountCents", ${opened} as "openedAt",
      case when d.status <> 'open' then d.updated_at end as "decidedAt"
    from disputes d join orders o on o.id = d.order_id join promoters m on m.id = d.promoter_id
    where true ${promoterId === undefined ? sql`` : sql`and d.promoter_id = ${promoterId}`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
      ${after ? sql`and (${opened}, d.dispute_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by ${opened} desc, d.dispute_id desc limit ${PAGE_SIZE + 1}`
}
