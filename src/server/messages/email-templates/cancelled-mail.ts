import { formatMoment } from '#model/catalog/format-event.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'
import { formatGreeting } from './order-mails.ts'

export interface CancelledEvent {
  title: string
  startsAt: Date
  timeZone: string
  note: string
}

interface Cancellation {
  order: Order
  event: CancelledEvent
  /** Refund for this order, in minor units, or 0. */
  refundedCents: number
  /** Part of `refundedCents` that is credited to vouchers. */
  toVouchersCents: number
  /**
   * Amount that can't be credited to vouchers, because their own purchase was refunded or disputed. Not part of the other
   * amounts.
   */
  withheldCents: number
  /**
   * Amount that was paid with vouchers whose own purchase was refunded or disputed, while the refund is pending. Not part of
   * the other amounts.
   */
  unknownCents: number
  /** True if the order was paid outside Foyer. The promoter then makes the refund. */
  isOutside: boolean
  origin: string
}

export function eventCancelledMail(data: Cancellation): MailContent {
  const { order, event, refundedCents, origin } = data
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
        text: formatGreeting(
          order,
          `we’re sorry: ${event.title} on ${when} has been cancelled. You no longer need your tickets for it.`,
        ),
      },
      ...note,
      ...refundParts(data),
      { kind: 'action', label: 'View order', url: origin + urls.order(order.id) },
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
  }
}

function refundParts(data: Cancellation): MailPart[] {
  const { order, refundedCents, withheldCents, unknownCents, isOutside } = data
  const amount = formatMoney(refundedCents, order.currency)
  const refunded = isOutside
    ? `The organiser will refund ${amount} of order ${order.number}.`
    : `We’re refunding ${amount} of order ${order.number}${methodOf(data)}`
  const withheld = `${formatMoney(withheldCents, order.currency)} of order ${order.number} can’t be credited to the voucher that you paid with, because the voucher’s own purchase was refunded or disputed.`
  const unknown = `${formatMoney(unknownCents, order.currency)} of order ${order.number} was paid with a voucher whose own purchase was refunded or disputed. The part that wasn’t refunded or disputed will be credited to the voucher.`
  const texts = [
    ...(refundedCents > 0 ? [refunded] : []),
    ...(withheldCents > 0 ? [withheld] : []),
    ...(unknownCents > 0 ? [unknown] : []),
  ]
  const none = `Your order number is ${order.number}. Reply to this email if you have any questions.`
  return (texts.length > 0 ? texts : [none]).map((text) => ({ kind: 'words', text }))
}

function methodOf(refund: Cancellation): string {
  const { order, refundedCents, toVouchersCents } = refund
  const money = (cents: number): string => formatMoney(cents, order.currency)
  if (toVouchersCents === refundedCents) return ' to the voucher that you paid with.'
  const bank = 'Depending on your bank, this takes up to ten days.'
  return toVouchersCents === 0
    ? ` to your original payment method. ${bank}`
    : `: ${money(toVouchersCents)} to the voucher that you paid with, and ${money(refundedCents - toVouchersCents)} to your original payment method. ${bank}`
}
