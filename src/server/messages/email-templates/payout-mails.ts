import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import type { Placeholders } from './render-template.ts'

export interface PayoutMailData {
  amount: string
  reason: string
  isRefused: boolean
  siteName: string
  url: string
}

const reasonOf = (siteName: string): string =>
  `You’re receiving this email because you sell tickets for ${siteName}.`

export const payoutSentMail = ({ amount, siteName, url }: PayoutMailData): MailContent => ({
  subject: `${amount} is on its way to you`,
  preview: `Your earnings with ${siteName}.`,
  heading: `Your payout of ${amount} is on its way`,
  parts: [
    {
      kind: 'words',
      text: `Your earnings with ${siteName} have been sent to your bank account. Banks take one to three working days.`,
    },
    { kind: 'action', label: 'View earnings', url },
  ],
  reason: reasonOf(siteName),
})

export const payoutFailedMail = ({
  amount,
  reason,
  isRefused,
  siteName,
  url,
}: PayoutMailData): MailContent => ({
  subject: isRefused ? `Your payout of ${amount} was refused` : `Your payout of ${amount} failed`,
  preview: 'The amount is back in your available balance.',
  heading: isRefused ? `${siteName} refused your payout of ${amount}` : `Your payout of ${amount} failed`,
  parts: [
    { kind: 'facts', rows: [['Reason', reason]] },
    {
      kind: 'words',
      text: isRefused
        ? 'The amount is back in your available balance.'
        : 'The amount is back in your available balance. If your payout account caused this, fix it before you request the payout again.',
    },
    { kind: 'action', label: 'View earnings', url },
  ],
  reason: reasonOf(siteName),
})

export const payoutPlaceholders = ({ amount, reason, siteName, url }: PayoutMailData): Placeholders => ({
  values: { 'payout.amount': amount, 'payout.reason': reason, 'site.name': siteName },
  blocks: { button: [{ kind: 'action', label: 'View earnings', url }] },
})
