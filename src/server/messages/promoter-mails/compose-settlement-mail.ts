import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatMoney } from '#model/platform/money.ts'
import { findSettlement } from '#server/money/settlements/settlement-rows.ts'
import {
  settlementFailedMail,
  settlementPaidMail,
  settlementSentMail,
} from '#server/messages/promoter-mails/settlement-mails.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import { mailUrls } from '#contracts/platform/mail-urls.ts'
import { BANK_ACCOUNT_LINK_MS, maskAccountNumber } from '#model/money/bank-accounts.ts'
import {
  findChangedBankAccount,
  insertBankAccountLink,
} from '#server/money/bank-accounts/bank-account-rows.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import {
  bankAccountChangedMail,
  bankAccountRestoredMail,
  paymentRouteChangedMail,
} from '#server/messages/promoter-mails/bank-account-mails.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'

const MAILS = { sent: settlementSentMail, paid: settlementPaidMail, failed: settlementFailedMail }

export async function composeSettlement(
  { context, origin }: MailContext,
  step: keyof typeof MAILS,
  { accountId, settlementId }: z.infer<typeof mailPayloads.settlement_sent>,
): Promise<AddressedMail> {
  const [account, settlement] = await Promise.all([
    findRecipient(context.db, accountId),
    findSettlement(context.db, { id: settlementId }),
  ])
  if (!account || !settlement) return undefined
  const mail = MAILS[step]({
    amount: formatMoney(settlement.amountCents, settlement.currency),
    number: settlement.number,
    promoterName: settlement.promoterName,
    reason: settlement.reason,
    isCancelled: settlement.status === 'cancelled',
    url: origin + consoleUrls.settlements(),
  })
  return { to: account.email, mail }
}

type AboutBankAccount = z.infer<typeof mailPayloads.bank_account_changed>

const formatTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const formatUtc = (date: Date): string => `${formatTime.format(date)} UTC`

export async function composeBankAccountChanged(
  { context, origin }: MailContext,
  { accountId, bankAccountId }: AboutBankAccount,
): Promise<AddressedMail> {
  const [account, change] = await Promise.all([
    findRecipient(context.db, accountId),
    findChangedBankAccount(context.db, bankAccountId),
  ])
  const now = new Date(context.clock.now())
  if (!account || !change || change.isUndone) return undefined
  const expiresAt = new Date(change.changedAt.getTime() + BANK_ACCOUNT_LINK_MS)
  const token = randomToken()
  const link = { promoterId: change.promoterId, bankAccountId, accountId, now, expiresAt }
  await insertBankAccountLink(context.db, { ...link, tokenHash: hashToken(token) })
  const mail = bankAccountChangedMail({
    promoterName: change.promoterName,
    currency: change.currency,
    number: maskAccountNumber(change.lastFour),
    changedBy: change.changedBy,
    when: formatUtc(change.changedAt),
    usableFrom: formatUtc(change.usableAt),
    undoUntil: formatUtc(expiresAt),
    undoUrl: origin + mailUrls.undoBankAccountChange(token),
  })
  return { to: account.email, mail }
}

export async function composeBankAccountRestored(
  { context, origin }: MailContext,
  { accountId, bankAccountId }: AboutBankAccount,
): Promise<AddressedMail> {
  const [account, change] = await Promise.all([
    findRecipient(context.db, accountId),
    findChangedBankAccount(context.db, bankAccountId),
  ])
  if (!account || !change) return undefined
  const { promoterName, currency } = change
  const mail = bankAccountRestoredMail({
    promoterName,
    currency,
    balanceUrl: origin + consoleUrls.settlements(),
  })
  return { to: account.email, mail }
}

export async function composePaymentRouteChanged(
  { context, origin }: MailContext,
  payload: z.infer<typeof mailPayloads.payment_route_changed>,
): Promise<AddressedMail> {
  const { accountId, promoterId, change } = payload
  const [account, promoter, changer] = await Promise.all([
    findRecipient(context.db, accountId),
    findPromoterSettings(context.db, promoterId),
    findRecipient(context.db, payload.changedBy),
  ])
  if (!account || !promoter) return undefined
  const mail = paymentRouteChangedMail({
    promoterName: promoter.name,
    change,
    changedBy: changer?.email ?? '',
    when: formatUtc(new Date(payload.at)),
    url: origin + consoleUrls.settlements(),
  })
  return { to: account.email, mail }
}
