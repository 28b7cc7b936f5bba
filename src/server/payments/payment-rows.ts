import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { paymentStatus, canMove, type PaymentStatus } from '#model/payments.ts'
import type { Database } from '../db/tables.ts'
import { linkedId, orderColumns, type OrderRow } from '../orders/order-rows.ts'

export interface PaymentRow {
  orderId: string
  promoterId: string
  provider: string
  intentId: string
  clientSecret: string
  amountCents: number
  currency: string
  status: PaymentStatus
  /** What the provider kept for itself; null until it says so. */
  feeCents: number | null
}

export const paymentColumns = sql`
  order_id as "orderId", promoter_id as "promoterId", provider, intent_id as "intentId", client_secret as "clientSecret",
  amount_cents as "amountCents", currency, status, fee_cents as "feeCents"`

export async function findPayment(db: Kysely<Database>, orderId: string): Promise<PaymentRow | undefined> {
  const { rows } =
    await sql<PaymentRow>`select ${paymentColumns} from payments where order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** An order with its payment, if it has one yet. */
export type PayableRow = OrderRow & { payment: PaymentRow | null }

export const findPayable = (db: Kysely<Database>, orderId: string): Promise<PayableRow | undefined> =>
  findOne(db, sql`o.id = ${orderId}`)

/** By the id in its link; undefined for a link that was replaced. */
export const findLinkedPayable = (db: Kysely<Database>, linkId: string): Promise<PayableRow | undefined> =>
  findOne(db, sql`o.id = ${linkedId(linkId)} and coalesce(o.link_id, o.id) = ${linkId}`)

async function findOne(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<PayableRow | undefined> {
  const { rows } = await sql<PayableRow>`
    select ${orderColumns}, (select to_json(p) from (select ${paymentColumns} from payments where order_id = o.id) p) as payment
    from orders o where ${where}`.execute(db)
  return rows[0]
}

export async function findPaymentByIntent(
  db: Kysely<Database>,
  intent: { provider: string; intentId: string },
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments where provider = ${intent.provider} and intent_id = ${intent.intentId}`.execute(
    db,
  )
  return rows[0]
}

/**
 * One payment per order: whoever comes second has the same one, for the order's id is the provider's key. Any conflict counts:
 * two at once agree on both of the table's keys.
 */
export async function insertPayment(
  db: Kysely<Database>,
  payment: PaymentRow,
  now: Date,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    insert into payments (order_id, promoter_id, provider, intent_id, client_secret, amount_cents, currency, status, created_at, updated_at)
    values (${payment.orderId}, ${payment.promoterId}, ${payment.provider}, ${payment.intentId}, ${payment.clientSecret},
      ${payment.amountCents}, ${payment.currency}, ${payment.status}, ${now}, ${now})
    on conflict do nothing
    returning ${paymentColumns}`.execute(db)
  return rows[0] ?? payment
}

const BEFORE: Readonly<Record<PaymentStatus, PaymentStatus[]>> = Object.fromEntries(
  paymentStatus.options.map((to) => [to, paymentStatus.options.filter((from) => canMove(from, to))]),
  // Every status is a key: the list is the enum's own.
) as Record<PaymentStatus, PaymentStatus[]>

/** What may still become something else at the provider only: given back, disputed, or come back. */
const isOver = (status: PaymentStatus): boolean => status === 'succeeded' || status === 'refunded'

export const FIRST_LOOK_MS = 3_600_000

/**
 * Late and repeated news move nothing back: only the steps of the state table are written. Trouble is over with them, but for
 * the step that ends a payment: there may be money that has not reached its buyer.
 */
export async function movePayment(
  trx: Transaction<Database>,
  move: { orderId: string; to: PaymentStatus; now: Date },
): Promise<void> {
  const lookAt = isOver(move.to) ? new Date(move.now.getTime() + FIRST_LOOK_MS) : null
  await sql`
    update payments set status = ${move.to}, updated_at = ${move.now}, trouble = case when ${move.to} = 'refunded' then trouble else '' end, look_at = ${lookAt}
    where order_id = ${move.orderId} and status = any(${BEFORE[move.to]})`.execute(trx)
}

export async function setFee(
  trx: Transaction<Database>,
  fee: { orderId: string; cents: number },
): Promise<void> {
  await sql`update payments set fee_cents = ${fee.cents} where order_id = ${fee.orderId} and fee_cents is null`.execute(
    trx,
  )
}

/** What people have to settle, in words for them; the last word counts. True when it is news. */
export async function setTrouble(db: Kysely<Database>, orderId: string, words: string): Promise<boolean> {
  const { rows } = await sql`
    update payments set trouble = ${words} where order_id = ${orderId} and trouble <> ${words} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** What these words said has been settled, or all there was. */
export async function clearTrouble(db: Kysely<Database>, orderId: string, words?: string): Promise<void> {
  await sql`
    update payments set trouble = '' where order_id = ${orderId} and trouble = coalesce(${words ?? null}, trouble)`.execute(
    db,
  )
}

/** An event as it is stored. */
export interface IncomingEvent {
  provider: string
  id: string
  payload: string
  intentId: string | undefined
  saysPaid: boolean
  /** False for what Foyer does nothing about. */
  isForUs: boolean
}

/**
 * Stores events, each with an id of its own, and answers the ids of those about which something is left to do. Nothing is
 * about those that have been processed, that are about nothing Foyer knows, or that only say of a payment that it has
 * succeeded when it has paid for its order already. They count as processed from now on.
 */
export async function storeEvents(
  db: Kysely<Database>,
  events: readonly IncomingEvent[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with stored as (
      insert into payment_events (provider, event_id, payload, received_at, processed_at)
      select v.provider, v.id, v.payload::jsonb, ${now}::timestamptz,
        case when not v.is_for_us or (v.intent_id <> '' and not exists (
          select from payments p where p.provider = v.provider and p.intent_id = v.intent_id
            and not (v.says_paid and p.status = 'succeeded' and p.fee_cents is not null)
        )) then ${now}::timestamptz end
      from unnest(
        ${events.map((event) => event.provider)}::text[], ${events.map((event) => event.id)}::text[],
        ${events.map((event) => event.payload)}::text[], ${events.map((event) => event.intentId ?? '')}::text[],
        ${events.map((event) => event.saysPaid)}::boolean[], ${events.map((event) => event.isForUs)}::boolean[]
      ) v (provider, id, payload, intent_id, says_paid, is_for_us)
      -- Two processes that store the same events must not wait for each other in a circle.
      order by v.provider, v.id
      on conflict (provider, event_id) do update set event_id = excluded.event_id
      returning event_id, processed_at
    )
    select event_id as id from stored where processed_at is null`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function finishEvent(
  db: Kysely<Database>,
  event: { provider: string; id: string; now: Date },
): Promise<void> {
  await sql`
    update payment_events set processed_at = ${event.now}
    where provider = ${event.provider} and event_id = ${event.id} and processed_at is null`.execute(db)
}

/** Stands with a payment that its provider doesn't know: it was made with other keys. */
export const UNKNOWN_THERE = 'The payment provider does not know this payment.'

/**
 * Payments of a provider that need another look, the longest unseen first: being settled for a while, to be given back, still
 * open though their order is over, or open where the provider charges without Foyer's doing. They count as seen from now on, so
 * that one that can't be settled keeps nobody waiting. Those that the provider doesn't know have their looks.
 */
export async function takeUnsettled(
  db: Kysely<Database>,
  take: { provider: string; before: Date; now: Date; limit: number; isChargedElsewhere: boolean },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set checked_at = ${take.now}
    where order_id in (
      select p.order_id from payments p join orders o on o.id = p.order_id
      where p.status not in ('cancelled', 'refunded', 'succeeded') and p.provider = ${take.provider} and p.trouble <> ${UNKNOWN_THERE}
        and p.updated_at <= ${take.before} and (p.checked_at is null or p.checked_at <= ${take.before}) and (
        p.status in ('requires_action', 'processing')
        or (p.status = 'refunding' and not exists (select from refunds r where r.order_id = p.order_id))
        or (p.status = 'open' and ${take.isChargedElsewhere})
        or (p.status = 'open' and (o.status in ('cancelled', 'expired') or (o.status = 'pending' and o.expires_at <= ${take.now})))
      )
      order by p.checked_at nulls first limit ${take.limit}
      for update of p skip locked
    )
    returning ${paymentColumns}`.execute(db)
  return rows
}

/** Events that were stored and not processed: the process died, or the provider could not be asked. */
export async function listWaitingEvents(
  db: Kysely<Database>,
  find: { provider: string; before: Date; limit: number },
): Promise<{ id: string; payload: unknown }[]> {
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select event_id as id, payload from payment_events
    where provider = ${find.provider} and processed_at is null and received_at <= ${find.before}
    order by received_at limit ${find.limit}`.execute(db)
  return rows
}
