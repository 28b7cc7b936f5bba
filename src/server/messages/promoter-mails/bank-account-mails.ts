import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

interface BankAccountMailData {
  promoterName: string
  currency: string
  number: string
}

const reasonOf = (promoterName: string): string =>
  `You’re receiving this email because you own, or have recently owned, ${promoterName}.`

export const bankAccountChangedMail = (
  data: BankAccountMailData & {
    changedBy: string
    when: string
    usableFrom: string
    undoUntil: string
    undoUrl: string
  },
): MailContent => ({
  subject: `Bank details of ${data.promoterName} were changed`,
  preview: `Didn’t approve this? Undo the change before ${data.usableFrom}.`,
  heading: `Bank details of ${data.promoterName} were changed`,
  parts: [
    {
      kind: 'words',
      text: `Payouts in ${data.currency} will go to another account. The new details are used from ${data.usableFrom}, 48 hours after the change. If this was agreed, no action is needed.`,
    },
    {
      kind: 'facts',
      rows: [
        ['New account', data.number],
        ['Changed by', data.changedBy || 'a deleted account'],
        ['When', data.when],
      ],
    },
    {
      kind: 'words',
      text: `If you didn’t approve this, undo the change. The previous details will be used again, and payouts wait until an owner confirms them. The link works once, until ${data.undoUntil}.`,
    },
    { kind: 'action', label: 'Undo the change', url: data.undoUrl },
    { kind: 'aside', text: 'Don’t forward this email: anyone with the link can undo the change.' },
  ],
  reason: reasonOf(data.promoterName),
})

export const bankAccountRestoredMail = (
  data: Omit<BankAccountMailData, 'number'> & { balanceUrl: string },
): MailContent => ({
  subject: `Payouts of ${data.promoterName} are on hold`,
  preview: 'A change of bank details was undone.',
  heading: 'A change of bank details was undone',
  parts: [
    {
      kind: 'words',
      text: `The previous bank details of ${data.promoterName} for ${data.currency} are used again. Payouts wait until an owner confirms them, in a session with two-factor authentication.`,
    },
    {
      kind: 'words',
      text: 'If someone changed the details without permission, remove them from your team first, and change your passwords.',
    },
    { kind: 'action', label: 'Check the bank details', url: data.balanceUrl },
  ],
  reason: reasonOf(data.promoterName),
})

const ROUTE_CHANGES = {
  account:
    'An account for you was created at the payment provider. Payouts go there if it’s chosen as the payout method.',
  provider: 'Payouts now go to your account at the payment provider.',
  bank: 'Payouts now go to the bank account in your settings.',
  none: 'Payouts are paused: the money stays in the balance.',
} as const

export const paymentRouteChangedMail = (data: {
  promoterName: string
  change: keyof typeof ROUTE_CHANGES
  changedBy: string
  when: string
  url: string
}): MailContent => ({
  subject: `The payout settings of ${data.promoterName} were changed`,
  preview: ROUTE_CHANGES[data.change],
  heading: `The payout settings of ${data.promoterName} were changed`,
  parts: [
    { kind: 'words', text: `${ROUTE_CHANGES[data.change]} If this was agreed, no action is needed.` },
    {
      kind: 'facts',
      rows: [
        ['Changed by', data.changedBy || 'a deleted account'],
        ['When', data.when],
      ],
    },
    {
      kind: 'words',
      text: 'If this wasn’t agreed, remove the person from your team, change the method back, and contact the platform.',
    },
    { kind: 'action', label: 'Check payout settings', url: data.url },
  ],
  reason: `You’re receiving this email because you own ${data.promoterName}.`,
})
