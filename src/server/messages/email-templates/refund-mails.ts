import { formatMoney, subtractMajor, toCents } from '#model/platform/money.ts'
import { formatVoucherLastDay } from '#model/sales/vouchers/last-day.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'
import {
  formatGreeting,
  formatOrderAmount,
  pricesPart,
  formatEventTitles,
  type OrderMailData,
} from './order-mails.ts'

export interface RefundMailData extends OrderMailData {
  wasPaid: boolean
  /** True if the order was paid outside Foyer. The promoter then makes the refund. */
  isOutside: boolean
  /** Refunded amount in major units. */
  amount: number
  /** Number of returned tickets, and the amount kept in major units. Undefined if the buyer returned none. */
  returned: { tickets: number; kept: number } | undefined
  /** Part of `amount` for the vouchers that paid the order, in major units. */
  toVouchers: number
  /** Part of `toVouchers` that wasn't credited, because the voucher's own purchase was refunded or disputed. */
  withheld: number
  /** Vouchers with amounts of `toVouchers` and `withheld`. `isFrozen`: can't be used, because its own purchase is disputed. */
  putBack: readonly { codeEnd: string; back: number; withheld: number; isFrozen: boolean }[]
  /** Voucher that was issued for a part of `amount`. */
  newVoucher: { code: string; amount: number; expiresAt: string } | undefined
  /** Part of `amount` that was deducted from the voucher that the order bought; the promoter bears the rest. */
  fromVoucher: number
}

/** Email about a refund, with or without returned tickets. Shows `amount` minus `withheld`. */
export function orderRefundedMail(refund: RefundMailData): MailContent {
  const { order, origin, returned } = refund
  const amount = formatOrderAmount(order, refundedAmount(refund))
  const [subject, title] = returned
    ? [returnTitle(returned.tickets), returnTitle(returned.tickets)]
    : givesNothing(refund)
      ? [NOTHING_BACK, NOTHING_BACK]
      : [`Refund of ${amount}`, `Your refund of ${amount}`]
  return {
    subject: `${subject}: ${formatEventTitles(order) || `order ${order.number}`}`,
    preview:
      refundedAmount(refund) === 0
        ? `Order ${order.number}`
        : `Order ${order.number}: We’re refunding ${amount}.`,
    heading: title,
    parts: [
      { kind: 'words', text: formatGreeting(order, refundMessage(refund)) },
      ...methodPart(refund),
      ...voucherPart(refund),
      { kind: 'action', label: 'View order', url: origin + urls.order(order.id) },
      pricesPart(order, order.status === 'refunded' ? 'Refunded' : 'Your order'),
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought ${isOfVoucher(order) ? 'a voucher' : 'tickets'} here.`,
  }
}

export const returnFailedMail = ({ order, origin }: OrderMailData): MailContent => ({
  subject: `Your return has failed: ${formatEventTitles(order)}`,
  preview: `Order ${order.number}: your tickets are still valid.`,
  heading: 'Your tickets are still valid',
  parts: [
    {
      kind: 'words',
      text: formatGreeting(
        order,
        `the payment provider refused the refund of your return, so nothing was refunded and your tickets of order ${order.number} are still valid. Try again, or contact the organiser.`,
      ),
    },
    { kind: 'action', label: 'View order', url: origin + urls.order(order.id) },
  ],
  reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
})

/** Email about a refund that failed. `amount`: in major units. */
export function refundFailedMail({ order, origin }: OrderMailData, amount: number): MailContent {
  const shown = formatOrderAmount(order, amount)
  return {
    subject: `Your refund of ${shown} has failed: ${formatEventTitles(order) || `order ${order.number}`}`,
    preview: `Order ${order.number}: ${shown} could not be paid to you.`,
    heading: 'Your refund has failed',
    parts: [
      {
        kind: 'words',
        text: formatGreeting(
          order,
          `the refund of ${shown} of your order ${order.number} could not be paid to you, for example because the card or account no longer exists. The organiser can see this, and can pay you in another way. Contact them if you don’t hear from them soon.`,
        ),
      },
      { kind: 'action', label: 'View order', url: origin + urls.order(order.id) },
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought ${isOfVoucher(order) ? 'a voucher' : 'tickets'} here.`,
  }
}

const NOTHING_BACK = 'Nothing can be credited to your voucher'

/** Returns the amount that the buyer gets, in major units. */
export const refundedAmount = ({
  order: { currency },
  amount,
  withheld,
}: Pick<RefundMailData, 'order' | 'amount' | 'withheld'>): number => subtractMajor(amount, withheld, currency)

/** True if the whole refund is withheld. */
const givesNothing = (refund: RefundMailData): boolean => refund.withheld > 0 && refundedAmount(refund) === 0

const returnTitle = (tickets: number): string =>
  tickets === 1 ? 'Your ticket was returned' : `Your ${tickets} tickets were returned`

function methodPart({ order, amount, isOutside, toVouchers, newVoucher }: RefundMailData): MailPart[] {
  const charged = toCents(amount - toVouchers - (newVoucher?.amount ?? 0), order.currency)
  if (charged <= 0) return []
  if (toVouchers > 0)
    return [
      {
        kind: 'words',
        text: `${formatMoney(charged, order.currency)} of it goes to your original payment method. Depending on your bank, it takes up to ten days.`,
      },
    ]
  const text = isOutside
    ? 'The organiser will pay the refund.'
    : 'The refund goes to your original payment method. Depending on your bank, it takes up to ten days.'
  return [{ kind: 'words', text }]
}

export function voucherPart(refund: RefundMailData): MailPart[] {
  const { order, newVoucher } = refund
  const back = backOnVouchers(refund)
  if (!newVoucher) return back
  const until = formatVoucherLastDay(newVoucher.expiresAt)
  return [
    ...back,
    {
      kind: 'words',
      text: `Your voucher of ${formatOrderAmount(order, newVoucher.amount)}: ${newVoucher.code}. Enter this code at checkout. It’s valid until ${until}, and you can use it for several orders until the amount is used up. Anyone with the code can use it.`,
    },
  ]
}

function backOnVouchers({ order, toVouchers, withheld, putBack }: RefundMailData): MailPart[] {
  const increased = putBack.filter(({ back }) => back > 0)
  const reduced = putBack.filter((voucher) => voucher.withheld > 0)
  const put = refundedAmount({ order, amount: toVouchers, withheld })
  const texts = [
    put > 0
      ? `${formatOrderAmount(order, put)} of it was credited to the voucher that you paid with (${endsOf(increased)}).${increased.some(({ isFrozen }) => isFrozen) ? '' : ' You can use it now.'}`
      : '',
    withheld > 0
      ? `${formatOrderAmount(order, withheld)} can’t be credited to the voucher that you paid with (${endsOf(reduced)}), because the voucher’s own purchase was refunded or disputed.`
      : '',
  ]
  return texts.filter(Boolean).map((text) => ({ kind: 'words', text }))
}

const endsOf = (vouchers: RefundMailData['putBack']): string =>
  vouchers.map(({ codeEnd }) => `…${codeEnd}`).join(', ')

export function refundMessage(refund: RefundMailData): string {
  const { order, wasPaid, returned } = refund
  const amount = formatOrderAmount(order, refundedAmount(refund))
  if (!wasPaid)
    return `your payment for order ${order.number} arrived when ${isOfVoucher(order) ? 'its voucher was' : 'the tickets were'} no longer available. We’re sorry. ${
      order.status === 'refunded'
        ? 'We have refunded it in full.'
        : `We have refunded ${amount} of it, and will refund the rest.`
    }`
  const done = returned
    ? returnMessage(refund, returned)
    : givesNothing(refund)
      ? `your order ${order.number} was refunded, but nothing can be credited to the voucher that you paid with.`
      : `we have refunded ${amount} of your order ${order.number}.`
  if (isOfVoucher(order))
    return order.status === 'refunded'
      ? `${done} Its voucher is no longer valid.`
      : `${done}${takenMessage(refund)}`
  if (order.status === 'refunded') return `${done} Its tickets are no longer valid.`
  const good = order.tickets.filter((ticket) => ticket.status !== 'void').length
  return `${done} ${good === 1 ? 'One ticket stays valid.' : `${good} tickets stay valid.`}`
}

function takenMessage({ order, amount, fromVoucher }: RefundMailData): string {
  if (fromVoucher === 0) return ''
  return fromVoucher < amount
    ? ` ${formatOrderAmount(order, fromVoucher)} of it was deducted from its voucher.`
    : ' The amount was deducted from its voucher.'
}

/** True for an order of a voucher. All other orders have items. */
const isOfVoucher = ({ items }: RefundMailData['order']): boolean => items.length === 0

function returnMessage(
  refund: RefundMailData,
  { tickets, kept }: NonNullable<RefundMailData['returned']>,
): string {
  const { order } = refund
  const given = refundedAmount(refund)
  const refunded = given === 0 ? '' : `, and we have refunded ${formatOrderAmount(order, given)}`
  const deducted =
    kept === 0 ? '' : ` The organiser’s rules for returns deduct ${formatOrderAmount(order, kept)}.`
  return `you have returned ${tickets === 1 ? 'one ticket' : `${tickets} tickets`} of your order ${order.number}${refunded}.${deducted}`
}
