import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

export interface SettlementMailData {
  amount: string
  number: number
  promoterName: string
  reason: string
  isCancelled: boolean
  url: string
}

const reasonOf = (promoterName: string): string =>
  `You’re receiving this email because you own ${promoterName}.`

export const settlementSentMail = ({
  amount,
  number,
  promoterName,
  url,
}: SettlementMailData): MailContent => ({
  subject: `${amount} is on its way to ${promoterName}`,
  preview: `Statement ${number} shows how it was calculated.`,
  heading: `A payout of ${amount} is on its way`,
  parts: [
    {
      kind: 'words',
      text: `We have sent ${amount} to the bank account of ${promoterName}. Banks take one to three working days. Statement ${number} shows how it was calculated.`,
    },
    { kind: 'action', label: 'View payouts', url },
  ],
  reason: reasonOf(promoterName),
})

export const settlementPaidMail = ({
  amount,
  number,
  promoterName,
  url,
}: SettlementMailData): MailContent => ({
  subject: `${amount} has been paid to ${promoterName}`,
  preview: `Payout ${number} has arrived.`,
  heading: `A payout of ${amount} has arrived`,
  parts: [
    {
      kind: 'words',
      text: `Payout ${number} of ${amount} has arrived in the bank account of ${promoterName}. It may appear in your bank account a day later.`,
    },
    { kind: 'action', label: 'View payouts', url },
  ],
  reason: reasonOf(promoterName),
})

export const settlementFailedMail = ({
  amount,
  number,
  promoterName,
  reason,
  isCancelled,
  url,
}: SettlementMailData): MailContent => {
  const outcome = isCancelled ? 'was cancelled' : 'failed'
  return {
    subject: `The payout of ${amount} to ${promoterName} ${outcome}`,
    preview: 'The amount is back in your balance.',
    heading: `A payout of ${amount} ${outcome}`,
    parts: [
      {
        kind: 'facts',
        rows: [
          ['Payout', String(number)],
          ['Reason', reason],
        ],
      },
      {
        kind: 'words',
        text: isCancelled
          ? 'The amount is back in your balance and will be part of the next payout.'
          : 'The amount is back in your balance. If your payout account caused this, fix it before the next payout.',
      },
      { kind: 'action', label: 'View payouts', url },
    ],
    reason: reasonOf(promoterName),
  }
}
