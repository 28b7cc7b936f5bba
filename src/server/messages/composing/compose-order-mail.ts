import type { EventDetail } from '#model/catalog/catalog.ts'
import { toMajor } from '#model/platform/money.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { findCancelledEvent } from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import { findOrderView, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { ticketExtras } from '#server/messages/ticket-mails/ticket-extras.ts'
import { qrCodeContentId, ticketsWithQrCodes } from '#server/messages/ticket-mails/ticket-qr-codes.ts'
import { findRefund, type RefundRow } from '#server/money/refunds/refund-rows.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import { findSoldVoucher, sumVoucherPart } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { listVoucherCredits, sumWithheld } from '#server/sales/voucher-sales/withheld-rows.ts'
import { hasReducedVoucher } from '#server/sales/vouchers/credit-vouchers.ts'
import { findCreditVoucher } from '#server/sales/vouchers/voucher-rows.ts'
import { findTicketReturn } from '#server/money/returns/return-rows.ts'
import { attachTickets } from '#server/messages/order-messages/attach-tickets.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import { eventCancelledMail } from '#server/messages/email-templates/cancelled-mail.ts'
import {
  confirmedPlaceholders,
  refundedPlaceholders,
} from '#server/messages/email-templates/order-placeholders.ts'
import { toMailOrder } from '#server/messages/email-templates/mail-order.ts'
import {
  emailCorrectedMail,
  orderConfirmedMail,
  type OrderMailData,
} from '#server/messages/email-templates/order-mails.ts'
import { composeBoughtVoucher } from '#server/messages/voucher-mails/compose-voucher-mail.ts'
import { voucherEmailCorrectedMail } from '#server/messages/voucher-mails/voucher-mails.ts'
import {
  orderRefundedMail,
  refundFailedMail,
  returnFailedMail,
} from '#server/messages/email-templates/refund-mails.ts'

/**
 * Composes the confirmation of an order. Leaves out tickets that have been refunded since, because another email
 * reports their refund. An order without tickets has bought a voucher.
 */
export async function composeConfirmation(
  mailContext: MailContext,
  { orderId }: { orderId: string },
): Promise<AddressedMail> {
  const row = await findEmailableOrder(mailContext, orderId)
  if (!row || (row.status !== 'paid' && row.status !== 'partially_refunded')) return undefined
  if (row.items.length === 0) return composeBoughtVoucher(mailContext, row)
  const news = await readOrderMailData(mailContext, row)
  const tickets = news.order.tickets.filter(({ status }) => status !== 'void')
  const order = { ...news.order, tickets }
  const pictures = new Map(ticketsWithQrCodes(order).map((ticket) => [ticket.id, qrCodeContentId(ticket)]))
  const orderData = { ...news, order, pictures }
  const papers = await attachTickets(mailContext.context, { ...orderData, promoterId: row.promoterId })
  return {
    to: row.email,
    mail: orderConfirmedMail(orderData),
    placeholders: confirmedPlaceholders(orderData, mailContext.siteName),
    extras: ticketExtras(orderData, { now: mailContext.context.clock.now(), papers }),
  }
}

export async function composeRefund(
  mailContext: MailContext,
  { orderId, refundId }: { orderId: string; refundId?: string | undefined },
): Promise<AddressedMail> {
  const row = await findEmailableOrder(mailContext, orderId)
  if (!row) return undefined
  const orderData = await readOrderMailData(mailContext, row)
  const refund = refundId === undefined ? undefined : await findRefund(mailContext.context.db, refundId)
  // A refund that has failed isn't reported.
  if (refund?.status === 'failed') return undefined
  const amount = toMajor(refund?.amountCents ?? row.totalCents, row.currency)
  const isOutside = row.takenOutside !== null
  const returned = await readReturn(mailContext, refund)
  const refunded = {
    ...orderData,
    wasPaid: row.paidAt !== null,
    isOutside,
    amount,
    returned,
    toVouchers: toMajor(refund?.voucherCents ?? 0, row.currency),
    ...(await readPutBack(mailContext, refund, row.currency)),
    newVoucher: await readNewVoucher(mailContext, refund),
    fromVoucher: await readVoucherPart(mailContext, refund),
  }
  return {
    to: row.email,
    mail: orderRefundedMail(refunded),
    placeholders: refundedPlaceholders(refunded, mailContext.siteName),
  }
}

async function readReturn({ context }: MailContext, refund: RefundRow | undefined) {
  const made = refund && (await findTicketReturn(context.db, refund.id))
  return made && { tickets: made.tickets, kept: toMajor(made.keptCents, made.currency) }
}

/** Reads a refund's amounts for the order's vouchers, and the withheld parts of them, in major units. */
async function readPutBack({ context }: MailContext, refund: RefundRow | undefined, currency: string) {
  const rows = refund ? await listVoucherCredits(context.db, refund) : []
  const putBack = rows.map(({ codeEnd, isFrozen, backCents, withheldCents }) => ({
    codeEnd,
    isFrozen,
    back: toMajor(backCents, currency),
    withheld: toMajor(withheldCents, currency),
  }))
  const sumCents = rows.reduce((sum, { withheldCents }) => sum + withheldCents, 0)
  return { putBack, withheld: toMajor(sumCents, currency) }
}

async function readNewVoucher({ context }: MailContext, refund: RefundRow | undefined) {
  const voucher =
    refund && refund.creditCents > 0 ? await findCreditVoucher(context.db, refund.id) : undefined
  return (
    voucher && {
      code: formatVoucherCode(decryptVoucherCode(context, voucher)),
      amount: toMajor(voucher.amountCents, voucher.currency),
      expiresAt: voucher.expiresAt.toISOString(),
    }
  )
}

/** Returns the amount that a refund deducted from the voucher that the order bought, in major units. */
async function readVoucherPart({ context: { db } }: MailContext, refund: RefundRow | undefined) {
  const voucher = refund && (await findSoldVoucher(db, refund.orderId))
  if (!voucher) return 0
  const part = { orderId: refund.orderId, about: refund.id, voucherId: voucher.id }
  return toMajor(-(await sumVoucherPart(db, part)), voucher.currency)
}

export async function composeFailedReturn(
  mailContext: MailContext,
  { orderId }: { orderId: string },
): Promise<AddressedMail> {
  const row = await findEmailableOrder(mailContext, orderId)
  return row && { to: row.email, mail: returnFailedMail(await readOrderMailData(mailContext, row)) }
}

export async function composeFailedRefund(
  mailContext: MailContext,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<AddressedMail> {
  const row = await findEmailableOrder(mailContext, orderId)
  const refund = await findRefund(mailContext.context.db, refundId)
  if (!row || refund?.status !== 'failed') return undefined
  const amount = toMajor(refund.amountCents, row.currency)
  return { to: row.email, mail: refundFailedMail(await readOrderMailData(mailContext, row), amount) }
}

/**
 * Composes the email about a cancelled event. It doesn't wait for the payment provider, because a recorded refund will be
 * made.
 */
export async function composeCancellation(
  mailContext: MailContext,
  { orderId, eventId, refundId }: { orderId: string; eventId: string; refundId: string | null },
): Promise<AddressedMail> {
  const { db } = mailContext.context
  const row = await findEmailableOrder(mailContext, orderId)
  const event = row && (await findCancelledEvent(db, { promoterId: row.promoterId, eventId }))
  if (!row || !event) return undefined
  const refund = refundId === null ? undefined : await findRefund(db, refundId)
  const { order, origin } = await readOrderMailData(mailContext, row)
  const isOutside = row.takenOutside !== null
  const amounts = await readRefunded(mailContext, refund)
  return { to: row.email, mail: eventCancelledMail({ order, event, ...amounts, isOutside, origin }) }
}

/**
 * Reads the amounts of a refund in minor units. While it is pending, the amount that can be credited to a reduced voucher
 * isn't known.
 */
async function readRefunded({ context: { db } }: MailContext, refund: RefundRow | undefined) {
  const none = { refundedCents: 0, toVouchersCents: 0, withheldCents: 0, unknownCents: 0 }
  if (!refund || refund.status === 'failed') return none
  const { orderId, status, amountCents, voucherCents } = refund
  if (status === 'pending' && voucherCents > 0 && (await hasReducedVoucher(db, orderId)))
    return { ...none, refundedCents: amountCents - voucherCents, unknownCents: voucherCents }
  const withheldCents = await sumWithheld(db, refund.id)
  return {
    ...none,
    refundedCents: amountCents - withheldCents,
    toVouchersCents: voucherCents - withheldCents,
    withheldCents,
  }
}

/**
 * Composes the email to the order's former address. It doesn't contain the new address, because one of the two may belong to
 * a stranger.
 */
export async function composeEmailCorrected(
  mailContext: MailContext,
  { orderId, email }: { orderId: string; email: string },
): Promise<AddressedMail> {
  const row = await findOrderView(mailContext.context.db, orderId)
  if (!row || row.email === email) return undefined
  const news = await readOrderMailData(mailContext, row)
  const mail =
    row.items.length === 0 ? voucherEmailCorrectedMail(news.order, email) : emailCorrectedMail(news, email)
  return { to: email, mail }
}

/** Returns the order if emails about it can be sent. Undefined if it has no address, or its personal data was deleted. */
export async function findEmailableOrder(
  { context }: MailContext,
  orderId: string,
): Promise<OrderViewRow | undefined> {
  const row = await findOrderView(context.db, orderId)
  return row?.email === ERASED_PERSON.email || row?.email === '' ? undefined : row
}

export async function readOrderMailData(
  { context, origin }: MailContext,
  row: OrderViewRow,
): Promise<OrderMailData> {
  const eventIds = [...new Set(row.items.map((item) => item.eventId))]
  const scope = { promoterId: row.promoterId }
  const events = await Promise.all(
    eventIds.map((idOrSlug) => findEventRow(context.db, { scope, idOrSlug, includesClosed: true })),
  )
  return {
    order: await toMailOrder(context, row),
    events: events.flatMap((event): EventDetail[] => (event ? [toEventDetail(event, [], [])] : [])),
    origin,
    now: context.clock.now(),
  }
}
