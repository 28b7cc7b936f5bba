import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { PlatformTerms } from '#model/pricing/platform-terms.ts'
import { termsChangeAt, isDefaultTerms, termsAt } from '#model/pricing/terms-history.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'
import { termsRows } from '#model/pricing/terms-messages.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { findPromoterName, listTermsOfPromoter } from '#server/pricing/terms/terms-rows.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'

/** Compares the new terms with those that would have applied without the change. */
export async function composeTermsChanged(
  { context, origin, siteName }: MailContext,
  { accountId, promoterId, termsId }: z.infer<typeof mailPayloads.terms_changed>,
): Promise<AddressedMail> {
  const [account, promoterName, rows] = await Promise.all([
    findRecipient(context.db, accountId),
    findPromoterName(context.db, promoterId),
    listTermsOfPromoter(context.db, promoterId),
  ])
  const change = rows.find(({ id }) => id === termsId)
  if (!account || promoterName === undefined || !change) return undefined
  const { currency, effectiveFrom, followsDefault } = change
  const earlier = rows.filter((row) => row.currency === currency && row.id < termsId)
  return {
    to: account.email,
    mail: termsChangedMail({
      siteName,
      promoterName,
      currency,
      effectiveFrom,
      before: termsAt(earlier, effectiveFrom),
      after: followsDefault ? termsChangeAt(earlier.filter(isDefaultTerms), effectiveFrom) : change,
      feesUrl: origin + consoleUrls.fees(),
    }),
  }
}

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function termsChangedMail(data: {
  siteName: string
  promoterName: string
  currency: string
  effectiveFrom: Date
  /** Previous terms; undefined if the platform took nothing before. */
  before: PlatformTerms | undefined
  after: PlatformTerms | undefined
  feesUrl: string
}): MailContent {
  const { siteName, promoterName, currency, before, after } = data
  const from = `${when.format(data.effectiveFrom)} UTC`
  return {
    subject: `${siteName} is changing its share of ${promoterName}’s orders`,
    preview: `From ${from}, for orders in ${currency}.`,
    heading: `New terms from ${from}`,
    parts: [
      {
        kind: 'words',
        text: `${siteName} is changing its share of ${promoterName}’s paid orders in ${currency}. Orders placed before ${from} keep their current terms.`,
      },
      { kind: 'words', text: 'Until then:' },
      termsPart(before, currency),
      { kind: 'words', text: `From ${from}:` },
      termsPart(after, currency),
      {
        kind: 'words',
        text: 'The fees that your buyers pay stay the same. If they are less than the platform’s share, you pay the difference; if they are more, you keep it.',
      },
      { kind: 'action', label: 'Review your fees', url: data.feesUrl },
    ],
    reason: `You’re receiving this email because you own ${promoterName}.`,
  }
}

const termsPart = (terms: PlatformTerms | undefined, currency: string): MailPart =>
  terms
    ? { kind: 'facts', rows: termsRows(terms, currency, 'promoter') }
    : { kind: 'words', text: 'The platform takes no share.' }
