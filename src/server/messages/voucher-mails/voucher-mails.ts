import { urls } from '#contracts/platform/urls.ts'
import { formatDay } from '#model/catalog/format-event.ts'
import { formatMoney } from '#model/platform/money.ts'
import { formatVoucherLastDay } from '#model/sales/vouchers/last-day.ts'
import type { Order } from '#model/sales/orders.ts'
import { pricesPart } from '#server/messages/email-templates/order-mails.ts'
import {
  formatSalutation,
  type MailContent,
  type MailPart,
} from '#server/messages/mail-content/mail-content.ts'

/** A bought voucher as shown in emails. Amounts in minor units. */
export interface MailVoucher {
  code: string
  balanceCents: number
  currency: string
  expiresAt: Date
}

interface BoughtVoucher {
  order: Order
  /** The voucher; undefined if it is used up or frozen. */
  voucher: MailVoucher | undefined
  /** Recipient of the voucher; undefined if the buyer gets it. `deliverAt`: null if it was already sent. */
  recipient: { name: string; email: string; deliverAt: Date | null } | undefined
  origin: string
}

/** Email to the buyer. Contains the code only if the buyer gets the voucher. */
export function voucherBoughtMail({ order, voucher, recipient, origin }: BoughtVoucher): MailContent {
  const title = voucher
    ? `Your voucher of ${formatMoney(voucher.balanceCents, voucher.currency)}`
    : 'Your voucher'
  return {
    subject: title,
    preview: `Order ${order.number}. Keep this email: it links to your voucher.`,
    heading: order.customer.firstName ? `Thank you, ${order.customer.firstName}` : 'Thank you',
    parts: [
      {
        kind: 'words',
        text: `Thank you for your order ${order.number}. ${recipient ? deliveryMessage(recipient) : ownMessage(voucher)}`,
      },
      ...(recipient || !voucher ? [] : voucherParts(voucher)),
      { kind: 'action', label: 'View and print voucher', url: origin + urls.order(order.id) },
      {
        kind: 'aside',
        text: 'Anyone with the link above can use your voucher, so share it with care.',
      },
      pricesPart(order),
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought a voucher here.`,
  }
}

const ownMessage = (voucher: MailVoucher | undefined): string =>
  voucher
    ? `Here is your voucher of ${formatMoney(voucher.balanceCents, voucher.currency)}.`
    : 'The link below leads to your voucher.'

function deliveryMessage({ name, email, deliverAt }: NonNullable<BoughtVoucher['recipient']>): string {
  const to = name ? `${name} (${email})` : email
  return deliverAt
    ? `We’ll email the voucher to ${to} on ${formatDay(deliverAt.toISOString(), 'UTC')}.`
    : `We’ve emailed the voucher to ${to}.`
}

/** Email to the former address of an order of a voucher. */
export const voucherEmailCorrectedMail = ({ number }: Order, email: string): MailContent => ({
  subject: `Order ${number} no longer uses this address`,
  preview: 'The email address of an order for a voucher was changed.',
  heading: 'The address of an order was changed',
  parts: [
    {
      kind: 'words',
      text: `The email address of order ${number} for a voucher was changed on its order page, from this address to another. The order’s link, and a voucher code that was sent here, no longer work.`,
    },
    {
      kind: 'words',
      text: 'If you didn’t buy this voucher, you don’t need to do anything. If you bought it and didn’t change the address, someone else had the link to your order: reply to this email, so that the organiser can check it.',
    },
  ],
  reason: `You’re receiving this email because order ${number} had the address ${email}.`,
})

/** Email to the recipient. `buyer`: first name of the buyer, or ''. */
export const voucherDeliveredMail = ({
  voucher,
  recipient,
  buyer,
  message,
  siteName,
  origin,
}: {
  voucher: MailVoucher
  recipient: { name: string; email: string }
  buyer: string
  message: string
  siteName: string
  origin: string
}): MailContent => ({
  subject: `${buyer || 'Someone'} has a voucher for you`,
  preview: `${formatMoney(voucher.balanceCents, voucher.currency)} for tickets at ${siteName}.`,
  heading: `${buyer || 'Someone'} has a voucher for you`,
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(recipient.name)}, you’ve got a voucher of ${formatMoney(voucher.balanceCents, voucher.currency)} for tickets at ${siteName}.`,
    },
    ...(message ? [{ kind: 'aside', text: `“${message}”` } as const] : []),
    ...voucherParts(voucher),
    { kind: 'action', label: 'See what’s on', url: origin + urls.home() },
  ],
  reason: `You’re receiving this email because ${buyer || 'someone'} bought a voucher for ${recipient.email} here.`,
})

const voucherParts = ({ code, balanceCents, currency, expiresAt }: MailVoucher): MailPart[] => [
  {
    kind: 'facts',
    rows: [
      ['Code', code],
      ['Amount', formatMoney(balanceCents, currency)],
      ['Valid until', formatVoucherLastDay(expiresAt)],
    ],
  },
  {
    kind: 'words',
    text: 'Enter the code at checkout. You can use it for several orders until the amount is used up. Anyone with the code can use it.',
  },
]
