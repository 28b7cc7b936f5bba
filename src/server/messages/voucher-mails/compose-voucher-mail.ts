import { plainNameOrEmpty } from '#model/people/accounts.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'
import { toMailOrder } from '#server/messages/email-templates/mail-order.ts'
import { withoutForeignAddresses } from '#server/messages/mail-content/foreign-links.ts'
import type { OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { findSoldVoucher, findVoucherSale } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import type { VoucherRow } from '#server/sales/vouchers/voucher-rows.ts'
import { voucherBoughtMail, voucherDeliveredMail, type MailVoucher } from './voucher-mails.ts'

/**
 * Composes the email to the buyer of a voucher, without the code if it can't be used. Undefined after a full refund, which
 * has its own email.
 */
export async function composeBoughtVoucher(
  { context, origin }: MailContext,
  row: OrderViewRow,
): Promise<AddressedMail> {
  const [sale, voucher] = await Promise.all([
    findVoucherSale(context.db, row.id),
    findSoldVoucher(context.db, row.id),
  ])
  if (!sale || !voucher || row.status === 'refunded') return undefined
  const { recipientEmail: email, recipientName, deliverAt, deliveredAt } = sale
  const recipient =
    email === ''
      ? undefined
      : { name: plainNameOrEmpty(recipientName), email, deliverAt: deliveredAt === null ? deliverAt : null }
  const order = await toMailOrder(context, row)
  const usable = isUsable(voucher) ? toMailVoucher(context, voucher) : undefined
  return { to: row.email, mail: voucherBoughtMail({ order, voucher: usable, recipient, origin }) }
}

/** Composes the email to the recipient. Undefined if the voucher is void, frozen or used up, or the buyer's data was deleted. */
export async function composeDeliveredVoucher(
  { context, origin, siteName }: MailContext,
  { orderId }: { orderId: string },
): Promise<AddressedMail> {
  const [sale, voucher, order] = await Promise.all([
    findVoucherSale(context.db, orderId),
    findSoldVoucher(context.db, orderId),
    findOrderRow(context.db, orderId),
  ])
  if (!sale || !order || sale.recipientEmail === '') return undefined
  if (!voucher || !isUsable(voucher)) return undefined
  return {
    to: sale.recipientEmail,
    mail: voucherDeliveredMail({
      voucher: toMailVoucher(context, voucher),
      recipient: { name: plainNameOrEmpty(sale.recipientName), email: sale.recipientEmail },
      buyer: plainNameOrEmpty(order.firstName),
      // Links are removed, because anyone can send a message to a stranger's address.
      message: withoutForeignAddresses(sale.message, NO_HOSTS),
      siteName,
      origin,
    }),
  }
}

const NO_HOSTS: ReadonlySet<string> = new Set()

const isUsable = ({ status, isFrozen, balanceCents }: VoucherRow): boolean =>
  status === 'active' && !isFrozen && balanceCents > 0

const toMailVoucher = (context: MailContext['context'], voucher: VoucherRow): MailVoucher => ({
  code: formatVoucherCode(decryptVoucherCode(context, voucher)),
  balanceCents: voucher.balanceCents,
  currency: voucher.currency,
  expiresAt: voucher.expiresAt,
})
