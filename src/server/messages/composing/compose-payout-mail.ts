import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { formatMoney } from '#model/platform/money.ts'
import { findFeeInvoice } from '#server/money/fee-invoices/fee-invoice-rows.ts'
import { feeInvoiceTitle, formatMonth } from '#server/money/fee-invoices/write-fee-invoice.ts'
import { findPayout } from '#server/money/payouts/payout-rows.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { feeInvoiceMail } from '#server/messages/promoter-mails/fee-invoice-mail.ts'
import {
  payoutFailedMail,
  payoutPlaceholders,
  payoutSentMail,
  type PayoutMailData,
} from '#server/messages/email-templates/payout-mails.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'

type About = z.infer<typeof mailPayloads.payout_sent>

export const composePayoutSent = (mailContext: MailContext, payout: About): Promise<AddressedMail> =>
  compose(mailContext, payout, payoutSentMail)

export const composePayoutFailed = (mailContext: MailContext, payout: About): Promise<AddressedMail> =>
  compose(mailContext, payout, payoutFailedMail)

async function compose(
  { context, origin, siteName }: MailContext,
  { accountId, payoutId }: About,
  toMail: (data: PayoutMailData) => Exclude<AddressedMail, undefined>['mail'],
): Promise<AddressedMail> {
  const [account, payout] = await Promise.all([
    findRecipient(context.db, accountId),
    findPayout(context.db, payoutId),
  ])
  if (!account || !payout) return undefined
  const data = {
    amount: formatMoney(payout.amountCents, payout.currency),
    reason: payout.reason,
    isRefused: payout.status === 'refused',
    siteName,
    url: origin + portalUrls.earnings(),
  }
  return { to: account.email, mail: toMail(data), placeholders: payoutPlaceholders(data) }
}

export async function composeFeeInvoice(
  { context, origin }: MailContext,
  { accountId, invoiceId }: z.infer<typeof mailPayloads.fee_invoice>,
): Promise<AddressedMail> {
  const [account, invoice] = await Promise.all([
    findRecipient(context.db, accountId),
    findFeeInvoice(context.db, { id: invoiceId }),
  ])
  if (!account || !invoice) return undefined
  const mail = feeInvoiceMail({
    title: feeInvoiceTitle(invoice),
    isCredit: invoice.totalCents < 0,
    month: formatMonth(invoice.month),
    total: formatMoney(Math.abs(invoice.totalCents), invoice.currency),
    promoterName: invoice.promoterName,
    url: origin + consoleUrls.feeInvoices(),
  })
  return { to: account.email, mail }
}
