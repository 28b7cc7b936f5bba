import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

export const feeInvoiceMail = (invoice: {
  title: string
  isCredit: boolean
  month: string
  total: string
  promoterName: string
  url: string
}): MailContent => ({
  subject: `${invoice.title}: platform fees for ${invoice.month}`,
  preview: invoice.isCredit
    ? `${invoice.total}, already added to your balance.`
    : `${invoice.total}, already deducted from your sales. Nothing to pay.`,
  heading: `${invoice.title} for ${invoice.month}`,
  parts: [
    {
      kind: 'words',
      text: invoice.isCredit
        ? `In ${invoice.month}, more platform fees were returned to ${invoice.promoterName} with refunds than were charged for its sales. The difference was already added to your balance.`
        : `The platform fees of ${invoice.promoterName} for ${invoice.month} have been invoiced. They were already deducted from your sales, so there is nothing to pay.`,
    },
    { kind: 'facts', rows: [['Total', invoice.total]] },
    { kind: 'action', label: 'View invoices', url: invoice.url },
  ],
  reason: `You’re receiving this email because you own ${invoice.promoterName}.`,
})
