import type { Letter } from './letter.ts'
import type { Filling } from './own-words.ts'

export interface PayoutNews {
  /** With its currency. */
  amount: string
  reason: string
  /** By an owner of the promoter. */
  isRefused: boolean
  /** Whom it was earned with. */
  siteName: string
  url: string
}

const reasonOf = (siteName: string): string => `You get this e-mail because you sell tickets for ${siteName}.`

export const payoutSentLetter = ({ amount, siteName, url }: PayoutNews): Letter => ({
  subject: `${amount} are on their way to you`,
  preview: `Your earnings with ${siteName}.`,
  heading: `Your payout of ${amount} is on its way`,
  parts: [
    {
      kind: 'words',
      text: `What you have earned with ${siteName} has been sent to your bank account. Banks take one to three working days.`,
    },
    { kind: 'action', label: 'Show my earnings', url },
  ],
  reason: reasonOf(siteName),
})

export const payoutFailedLetter = ({ amount, reason, isRefused, siteName, url }: PayoutNews): Letter => ({
  subject: isRefused ? `Your payout of ${amount} was refused` : `Your payout of ${amount} did not go through`,
  preview: 'The money is among what you can ask for again.',
  heading: isRefused
    ? `${siteName} refused your payout of ${amount}`
    : `Your payout of ${amount} did not go through`,
  parts: [
    { kind: 'facts', rows: [['Why', reason]] },
    {
      kind: 'words',
      text: isRefused
        ? 'The money is among what you can ask for again.'
        : 'The money is among what you can ask for again. If the reason is your payout account, put that right first.',
    },
    { kind: 'action', label: 'Show my earnings', url },
  ],
  reason: reasonOf(siteName),
})

export const payoutFilling = ({ amount, reason, siteName, url }: PayoutNews): Filling => ({
  values: { 'payout.amount': amount, 'payout.reason': reason, 'site.name': siteName },
  blocks: { button: [{ kind: 'action', label: 'Show my earnings', url }] },
})
