import { formatMoment } from '#model/catalog/format-event.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'
import { greeting } from './order-mails.ts'

export interface CancelledEvent {
  title: string
  startsAt: Date
  timeZone: string
  note: string
}

/** `refundedCents` is the amount refunded for this order, or 0. `origin` is the prefix of links. */
export function eventCancelledMail(data: {
  order: Order
  event: CancelledEvent
  refundedCents: number
  /** Part of it that goes back on vouchers. */
  toVouchersCents: number
  /** True when the order was paid outside Foyer, so that the promoter refunds it. */
  isOutside: boolean
  origin: string
}): MailContent {
  const { order, event, refundedCents, toVouchersCents, isOutside, origin } = data
  const when = formatMoment(event.startsAt.toISOString(), event.timeZone, Date.parse(order.createdAt))
  const amount = refundedCents > 0 ? formatMoney(refundedCents, order.currency) : undefined
  const note: MailPart[] = event.note ? [{ kind: 'words', text: event.note }] : []
  return {
    subject: `Cancelled: ${event.title}`,
    preview: amount ? `We’re refunding ${amount} of order ${order.number}.` : `It was scheduled for ${when}.`,
    heading: `${event.title} is cancelled`,
    parts: [
      {
        kind: 'words',
        text: greeting(
          order,
          `we’re sorry: ${event.title} on ${when} has been cancelled. You no longer need your tickets for it.`,
        ),
      },
      ...note,
      {
        kind: 'words',
        text: amount
          ? isOutside
            ? `The seller of your tickets will refund ${amount} of order ${order.number}.`
            : `We’re refunding ${amount} of order ${order.number}${methodOf({ order, refundedCents, toVouchersCents })}`
          : `Your order number is ${order.number}. Reply to this email if you have any questions.`,
      },
      { kind: 'action', label: 'View order', url: origin + urls.order(order.id) },
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
  }
}

function methodOf(refund: { order: Order; refundedCents: number; toVouchersCents: number }): string {
  const { order, refundedCents, toVouchersCents } = refund
  const money = (cents: number): string => formatMoney(cents, order.currency)
  if (toVouchersCents === refundedCents) return ', back on the voucher that you paid with.'
  const bank = 'Depending on your bank, this takes up to ten days.'
  return toVouchersCents === 0
    ? ` to your original payment method. ${bank}`
    : `: ${money(toVouchersCents)} back on the voucher that you paid with, and ${money(refundedCents - toVouchersCents)} to your original payment method. ${bank}`
}
