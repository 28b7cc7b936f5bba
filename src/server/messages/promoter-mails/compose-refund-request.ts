import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { formatMoney } from '#model/platform/money.ts'
import { findListedRefundRequest } from '#server/money/refund-requests/refund-request-rows.ts'
import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import { isOperator } from '#server/people/operators/operator-rows.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { refundDecidedMail, refundRequestedMail } from './refund-request-mails.ts'

/**
 * Composes the email about a refund that needs approval. Not sent if the request has been decided, or the recipient is
 * no longer an operator.
 */
export async function composeRefundRequested(
  { context: { db }, origin, siteName }: MailContext,
  { accountId, requestId }: z.infer<typeof mailPayloads.refund_requested>,
): Promise<AddressedMail> {
  const [account, request, isStill] = await Promise.all([
    findRecipient(db, accountId),
    findListedRefundRequest(db, requestId),
    isOperator(db, accountId),
  ])
  if (!account || request?.status !== 'waiting' || !isStill) return undefined
  const amount = formatMoney(request.amountCents, request.currency)
  const url = origin + operatorUrls.trouble()
  return { to: account.email, mail: refundRequestedMail({ ...request, amount, siteName, url }) }
}

export async function composeRefundDecided(
  { context: { db }, origin, siteName }: MailContext,
  { accountId, requestId }: z.infer<typeof mailPayloads.refund_decided>,
): Promise<AddressedMail> {
  const [account, request] = await Promise.all([
    findRecipient(db, accountId),
    findListedRefundRequest(db, requestId),
  ])
  if (!account || !request) return undefined
  const amount = formatMoney(request.amountCents, request.currency)
  const url = origin + consoleUrls.order(request.orderId)
  const isApproved = request.status === 'approved'
  return { to: account.email, mail: refundDecidedMail({ ...request, isApproved, amount, siteName, url }) }
}
