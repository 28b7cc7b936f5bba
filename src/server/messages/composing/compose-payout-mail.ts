import type * as z from 'zod/mini'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { formatMoney } from '#model/platform/money.ts'
import { findPayout } from '#server/money/payouts/payout-rows.ts'
import type { Addressed, Desk } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import {
  payoutFailedLetter,
  payoutFilling,
  payoutSentLetter,
  type PayoutNews,
} from '#server/messages/letter-texts/payout-letters.ts'
import { findRecipient } from '#server/messages/letter-texts/recipient-rows.ts'

type About = z.infer<typeof mailPayloads.payout_sent>

export const composePayoutSent = (desk: Desk, about: About): Promise<Addressed> =>
  compose(desk, about, payoutSentLetter)

export const composePayoutFailed = (desk: Desk, about: About): Promise<Addressed> =>
  compose(desk, about, payoutFailedLetter)

async function compose(
  { context, origin, siteName }: Desk,
  { accountId, payoutId }: About,
  letter: (news: PayoutNews) => Exclude<Addressed, undefined>['letter'],
): Promise<Addressed> {
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
  return { to: account.email, letter: letter(news), filling: payoutFilling(news) }
}
