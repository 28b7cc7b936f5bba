import { sql, type RawBuilder } from 'kysely'
import { UNKNOWN_AT_PROVIDER_MESSAGE } from '#model/money/payment-problems.ts'
import { paymentStatus, isPaymentTransition, type PaymentStatus } from '#model/money/payments.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { orderIdOfLink, orderColumns, type OrderRow } from '#server/sales/orders/order-rows.ts'

export interface PaymentRow {
  orderId: string
  promoterId: string
  provider: string
  intentId: string
  clientSecret: string
  amountCents: number
  currency: string
  status: PaymentStatus
  feeCents: number | null
}

export const paymentColumns = sql`
  order_id as "orderId", promoter_id as "promoterId", provider, intent_id as "intentId", client_secret as "clientSecret",
  amount_cents as "amountCents", currency, status, fee_cents as "feeCents"`

export function findPayment(db: Db, orderId: string): Promise<PaymentRow | undefined> {
  return queryRow<PaymentRow>(db)`select ${paymentColumns} from payments where order_id = ${orderId}`
}

export type PayableOrderRow = OrderRow & { payment: PaymentRow | null; isPromoterActive: boolean }

export const findPayableOrder = (db: Db, orderId: string): Promise<PayableOrderRow | undefined> =>
  findOne(db, sql`o.id = ${orderId}`)

/** Finds an order's payment by the id in the order's link. Undefined if the link was replaced. */
export const findLinkedPayableOrder = (db: Db, linkId: string): Promise<PayableOrderRow | undefined> =>
  findOne(db, sql`o.id = ${orderIdOfLink(linkId)} and coalesce(o.link_id, o.id) = ${linkId}`)

function findOne(db: Db, where: RawBuilder<unknown>): Promise<PayableOrderRow | undefined> {
  return queryRow<PayableOrderRow>(db)`
    select ${orderColumns}, (select to_json(p) from (select ${paymentColumns} from payments where order_id = o.id) p) as payment,
      exists (select from promoters where id = o.promoter_id and status = 'active') as "isPromoterActive"
    from orders o where ${where}`
}

export async function listPayments(db: Db, orderIds: readonly string[]): Promise<Map<string, PaymentRow>> {
  const rows = await queryRows<PaymentRow>(db)`
    select ${paymentColumns} from payments where order_id = any(${orderIds}::uuid[])`
  return new Map(rows.map((payment) => [payment.orderId, payment]))
}

export function findPaymentByIntent(
  db: Db,
  intent: { provider: string; intentId: string },
): Promise<PaymentRow | undefined> {
  return queryRow<PaymentRow>(db)`
    select ${paymentColumns} from payments where provider = ${intent.provider} and intent_id = ${intent.intentId}`
}

/**
 * Inserts an order's only payment. A concurrent call may have inserted it: the order's id is the provider's idempotency
 * key, so both calls have the same intent, and conflicts of either unique key are ignored. Locks the order before the
 * insert. Otherwise, the foreign key would lock it afterwards, and a charge that holds the order's lock and inserts the
 * same payment would cause a deadlock.
 */
export async function insertPayment(db: Db, payment: PaymentRow, now: Date): Promise<PaymentRow> {
  const row = await queryRow<PaymentRow>(db)`
    insert into payments (order_id, promoter_id, provider, intent_id, client_secret, amount_cents, currency, status, created_at, updated_at)
    select id, ${payment.promoterId}::uuid, ${payment.provider}, ${payment.intentId}, ${payment.clientSecret}, ${payment.amountCents}::bigint,
      ${payment.currency}, ${payment.status}, ${now}, ${now}
    from orders where id = ${payment.orderId} for key share
    on conflict do nothing
    returning ${paymentColumns}`
  return row ?? payment
}

/** Inserts payments of orders that the caller has locked. Returns the inserted ones. */
export function insertPayments(db: Db, payments: readonly PaymentRow[], now: Date): Promise<PaymentRow[]> {
  return queryRows<PaymentRow>(db)`
    insert into payments (order_id, promoter_id, provider, intent_id, client_secret, amount_cents, currency, status, created_at, updated_at)
    select v.*, ${now}, ${now} from unnest(
      ${payments.map((each) => each.orderId)}::uuid[], ${payments.map((each) => each.promoterId)}::uuid[],
      ${payments.map((each) => each.provider)}::text[], ${payments.map((each) => each.intentId)}::text[],
      ${payments.map((each) => each.clientSecret)}::text[], ${payments.map((each) => each.amountCents)}::bigint[],
      ${payments.map((each) => each.currency)}::text[], ${payments.map((each) => each.status)}::text[]) v
    on conflict do nothing
    returning ${paymentColumns}`
}

const BEFORE: Readonly<Record<PaymentStatus, PaymentStatus[]>> = Object.fromEntries(
  paymentStatus.options.map((to) => [
    to,
    paymentStatus.options.filter((from) => isPaymentTransition(from, to)),
  ]),
  // `Object.fromEntries` returns string keys.
) as Record<PaymentStatus, PaymentStatus[]>

/** True for the statuses in which a payment changes only by refunds, disputes and chargebacks. */
const isOver = (status: PaymentStatus): boolean => status === 'succeeded' || status === 'refunded'

export const FIRST_PAYMENT_CHECK_MS = 3_600_000

/**
 * Changes a payment's status if the state table allows it. Late and repeated updates change nothing. Clears `trouble`,
 * except if the new status is `refunded`: that refund may still be missing at the provider.
 */
export async function changePaymentStatus(
  trx: Trx,
  { orderId, ...move }: { orderId: string; to: PaymentStatus; now: Date },
): Promise<void> {
  await changePaymentStatuses(trx, { orderIds: [orderId], ...move })
}

export async function changePaymentStatuses(
  trx: Trx,
  change: { orderIds: readonly string[]; to: PaymentStatus; now: Date },
): Promise<void> {
  const lookAt = isOver(change.to) ? new Date(change.now.getTime() + FIRST_PAYMENT_CHECK_MS) : null
  await execute(trx)`
    update payments set status = ${change.to}, updated_at = ${change.now}, trouble = case when ${change.to} = 'refunded' then trouble else '' end, look_at = ${lookAt}
    where order_id = any(${change.orderIds}::uuid[]) and status = any(${BEFORE[change.to]})`
}

export interface PaymentFee {
  orderId: string
  feeCents: number | null
}

/** Changes the payments' status to `succeeded`, like `changePaymentStatus`, and stores the provider's fee if it is known. */
export async function markPaymentsSucceeded(
  trx: Trx,
  payments: readonly PaymentFee[],
  now: Date,
): Promise<void> {
  const lookAt = new Date(now.getTime() + FIRST_PAYMENT_CHECK_MS)
  await execute(trx)`
    update payments p set status = 'succeeded', updated_at = ${now}, trouble = '', look_at = ${lookAt},
      fee_cents = coalesce(p.fee_cents, v.fee_cents)
    from unnest(${payments.map((each) => each.orderId)}::uuid[], ${payments.map((each) => each.feeCents)}::bigint[]) v (order_id, fee_cents)
    where p.order_id = v.order_id and p.status = any(${BEFORE.succeeded})`
}

/** Stores the provider's fee, if the payment doesn't have one. */
export async function setPaymentFee(trx: Trx, fee: { orderId: string; cents: number }): Promise<void> {
  await execute(
    trx,
  )`update payments set fee_cents = ${fee.cents} where order_id = ${fee.orderId} and fee_cents is null`
}

/**
 * Stores the message of a problem that must be resolved manually, and replaces an earlier one. Returns false if the message
 * is already stored or was marked as handled.
 */
export function setPaymentProblem(
  db: Db,
  { orderId, message: words, now }: { orderId: string; message: string; now: Date },
): Promise<boolean> {
  return hasRow(db)`
    update payments set trouble = ${words}, trouble_since = ${now}
    where order_id = ${orderId} and trouble <> ${words} and trouble_handled <> ${words} returning 1`
}

export async function clearPaymentProblem(db: Db, orderId: string, message?: string): Promise<void> {
  await execute(db)`
    update payments set trouble = '' where order_id = ${orderId} and trouble = coalesce(${message ?? null}, trouble)`
}

/**
 * Reserves payments that need a check, least recently checked first: payments that have been processing for a while, must be
 * refunded, are open although their order has ended, or are open at a provider that can charge them without Foyer. Marks
 * them as checked, so that a payment that can't be settled doesn't block others. Payments that the provider doesn't know
 * have their own schedule.
 */
export function claimUnsettledPayments(
  db: Db,
  claim: { provider: string; before: Date; now: Date; limit: number; isChargedElsewhere: boolean },
): Promise<PaymentRow[]> {
  return queryRows<PaymentRow>(db)`
    update payments set checked_at = ${claim.now}
    where order_id in (
      select p.order_id from payments p join orders o on o.id = p.order_id
      where p.status not in ('cancelled', 'refunded', 'succeeded') and p.provider = ${claim.provider} and p.trouble <> ${UNKNOWN_AT_PROVIDER_MESSAGE} and p.trouble_handled <> ${UNKNOWN_AT_PROVIDER_MESSAGE}
        and p.updated_at <= ${claim.before} and (p.checked_at is null or p.checked_at <= ${claim.before}) and (
        p.status in ('requires_action', 'processing')
        or (p.status = 'refunding' and not exists (select from refunds r where r.order_id = p.order_id))
        or (p.status = 'open' and ${claim.isChargedElsewhere})
        or (p.status = 'open' and (o.status in ('cancelled', 'expired') or (o.status = 'pending' and o.expires_at <= ${claim.now})))
      )
      order by p.checked_at nulls first limit ${claim.limit}
      for update of p skip locked
    )
    returning ${paymentColumns}`
}
