import type * as z from 'zod/mini'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { formatMoney } from '#model/platform/money.ts'
import { findPayout } from '#server/money/payouts/payout-rows.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import {
  payoutFailedMail,
  payoutPlaceholders,
  payoutSentMail,
  type PayoutMailData,
} from '#server/messages/email-templates/payout-mails.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'

type About = z.infer<typeof mailPayloads.payout_sent>

export const composePayoutSent = (mailContext: MailContext, about: About): Promise<AddressedMail> =>
  compose(mailContext, about, payoutSentMail)

export const composePayoutFailed = (mailContext: MailContext, about: About): Promise<AddressedMail> =>
  compose(mailContext, about, payoutFailedMail)

async function compose(
  { context, origin, siteName }: MailContext,
  { accountId, payoutId }: About,
  toMail: (news: PayoutMailData) => Exclude<AddressedMail, undefined>['mail'],
): Promise<AddressedMail> {
  const [account, payout] = await Promise.all([
    findRecipient(context.db, accountId),
    findPayout(context.db, payoutId),
  ])
  if (!account || !payout) return undefined
  const news = {
    amount: formatMoney(payout.amountCents, payout.currency),
    reason: payout.reason,
    isRefused: payout.status === 'refused',
    siteName,
    url: origin + portalUrls.earnings(),
  }
  return { to: account.email, mail: toMail(news), placeholders: payoutPlaceholders(news) }
}
