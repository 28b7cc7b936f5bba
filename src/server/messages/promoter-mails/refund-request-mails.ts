import { withoutWebAddresses } from '#model/platform/web-addresses.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

interface RefundRequestMailData {
  orderNumber: string
  promoterName: string
  siteName: string
  amount: string
  url: string
}

const nameOf = ({ promoterName }: RefundRequestMailData): string =>
  withoutWebAddresses(promoterName) || 'A promoter'

export function refundRequestedMail(
  data: RefundRequestMailData & { requestedBy: string; note: string },
): MailContent {
  const { orderNumber, amount, siteName, note, url } = data
  const name = nameOf(data)
  const requestedBy = withoutWebAddresses(data.requestedBy) || 'Unknown'
  return {
    subject: `${name} requests a refund of ${amount}`,
    preview: 'Approve or refuse the refund.',
    heading: `A refund of ${amount} needs your approval`,
    parts: [
      {
        kind: 'words',
        text: `${name} may refund this order only with your approval. No money moves until you decide.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Order', orderNumber],
          ['Requested by', requestedBy],
          ...(note ? [['Note', withoutWebAddresses(note)] as const] : []),
        ],
      },
      { kind: 'action', label: 'Review the refund', url },
    ],
    reason: `You’re receiving this email because you’re an operator of ${siteName}.`,
  }
}

/** Email about an operator's decision on a refund. `reason`: text by the operator; '' if the request was approved. */
export function refundDecidedMail(
  data: RefundRequestMailData & { isApproved: boolean; reason: string },
): MailContent {
  const { orderNumber, amount, siteName, isApproved, reason, url } = data
  const subject = isApproved
    ? `The refund of ${amount} was approved`
    : `The refund of ${amount} was not approved`
  const text = isApproved
    ? `The people who run ${siteName} have approved the refund of order ${orderNumber}. It’s being processed, and the buyer will be notified by email.`
    : `The people who run ${siteName} have refused the refund of order ${orderNumber}. No money was refunded, and the tickets stay valid.`
  return {
    subject,
    preview: isApproved ? 'It’s being processed.' : 'No money was refunded.',
    heading: subject,
    parts: [
      { kind: 'words', text },
      ...(reason ? [{ kind: 'facts' as const, rows: [['Reason', reason] as const] }] : []),
      { kind: 'action', label: 'View the order', url },
    ],
    reason: `You’re receiving this email because you requested this refund for ${nameOf(data)}.`,
  }
}
