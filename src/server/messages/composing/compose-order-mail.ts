import type { EventDetail } from '#model/catalog/catalog.ts'
import { toMajor } from '#model/platform/money.ts'
import { NOBODY } from '#server/people/accounts/own-order-rows.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { findCancelledEvent } from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import { findOrderView, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { findRefund } from '#server/money/refunds/refund-rows.ts'
import type { Addressed, Desk } from './compose-account-mail.ts'
import { cancelledLetter } from '#server/messages/letter-texts/cancelled-letter.ts'
import { confirmedFilling, refundedFilling } from '#server/messages/letter-texts/order-filling.ts'
import { toMailOrder } from '#server/messages/letter-texts/mail-order.ts'
import {
  confirmedLetter,
  refundedLetter,
  type OrderNews,
} from '#server/messages/letter-texts/order-letters.ts'

/** Leaves out tickets that have been refunded since; another email reports them. */
export async function composeConfirmation(desk: Desk, { orderId }: { orderId: string }): Promise<Addressed> {
  const row = await findWithAddress(desk, orderId)
  if (!row || (row.status !== 'paid' && row.status !== 'partially_refunded')) return undefined
  const news = await readNews(desk, row)
  return { to: row.email, letter: confirmedLetter(news), filling: confirmedFilling(news, desk.siteName) }
}

export async function composeRefund(
  desk: Desk,
  { orderId, refundId }: { orderId: string; refundId?: string | undefined },
): Promise<Addressed> {
  const row = await findWithAddress(desk, orderId)
  if (!row) return undefined
  const news = await readNews(desk, row)
  const refund = refundId === undefined ? undefined : await findRefund(desk.context.db, refundId)
  // A refund that failed since is not reported.
  if (refund?.status === 'failed') return undefined
  const amount = toMajor(refund?.amountCents ?? row.totalCents, row.currency)
  const isOutside = row.takenOutside !== null
  const refunded = { ...news, wasPaid: row.paidAt !== null, isOutside, amount }
  return {
    to: row.email,
    letter: refundedLetter(refunded),
    filling: refundedFilling(refunded, desk.siteName),
  }
}

/** Doesn't wait for the provider: a recorded refund will be executed. */
export async function composeCancellation(
  desk: Desk,
  { orderId, eventId, refundId }: { orderId: string; eventId: string; refundId: string | null },
): Promise<Addressed> {
  const { db } = desk.context
  const row = await findWithAddress(desk, orderId)
  const event = row && (await findCancelledEvent(db, { promoterId: row.promoterId, eventId }))
  if (!row || !event) return undefined
  const refund = refundId === null ? undefined : await findRefund(db, refundId)
  const { order, origin } = await readNews(desk, row)
  const refunded = refund && refund.status !== 'failed' ? refund.amountCents : 0
  const isOutside = row.takenOutside !== null
  const letter = cancelledLetter({ order, event, refundedCents: refunded, isOutside, origin })
  return { to: row.email, letter }
}

/** Undefined for an order without an address, or whose personal data was deleted. */
export async function findWithAddress({ context }: Desk, orderId: string): Promise<OrderViewRow | undefined> {
  const row = await findOrderView(context.db, orderId)
  return row?.email === NOBODY.email || row?.email === '' ? undefined : row
}

async function readNews({ context, origin }: Desk, row: OrderViewRow): Promise<OrderNews> {
  const eventIds = [...new Set(row.items.map((item) => item.eventId))]
  const scope = { promoterId: row.promoterId }
  const events = await Promise.all(eventIds.map((idOrSlug) => findEventRow(context.db, { scope, idOrSlug })))
  return {
    order: await toMailOrder(context, row),
    events: events.flatMap((event): EventDetail[] => (event ? [toEventDetail(event, [], [])] : [])),
    origin,
  }
}
