import type { StatusChange } from '#model/people/promoter-status.ts'
import { withoutWebAddresses } from '#model/platform/web-addresses.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'

export const promoterRequestedMail = (request: {
  name: string
  siteName: string
  url: string
}): MailContent => {
  const name = nameOf(request)
  return {
    subject: `${name} asks to sell on ${request.siteName}`,
    preview: 'Approve or reject the request.',
    heading: `${name} asks to join`,
    parts: [
      {
        kind: 'words',
        text: `${name} has signed up as an organiser and is preparing events. Nothing is public or on sale until you approve it.`,
      },
      { kind: 'action', label: 'Review request', url: request.url },
    ],
    reason: `You’re receiving this email because you’re an operator of ${request.siteName}.`,
  }
}

interface PromoterStatusMailData {
  name: string
  siteName: string
  /** Text by the operator, or ''. */
  message: string
  url: string
}

export function promoterStatusMail(change: StatusChange, data: PromoterStatusMailData): MailContent {
  const name = nameOf(data)
  const { subject, preview, text, action } = STATUS_TEXTS[change](name, data.siteName)
  const parts: MailPart[] = [{ kind: 'words', text }]
  if (data.message !== '') parts.push({ kind: 'facts', rows: [['Message', data.message]] })
  if (action !== undefined) parts.push({ kind: 'action', label: action, url: data.url })
  return {
    subject,
    preview,
    heading: subject,
    parts,
    reason: `You’re receiving this email because you own ${name} on ${data.siteName}.`,
  }
}

/**
 * Email about the removal of an event from the main site. `reason`: text by the operator; null if the event is listed
 * again.
 */
export function mainSiteListingMail(data: {
  name: string
  siteName: string
  title: string
  reason: string | null
  url: string
}): MailContent {
  const { siteName, reason } = data
  const title = withoutWebAddresses(data.title) || 'Your event'
  const subject =
    reason === null
      ? `${title} is listed on ${siteName} again`
      : `${title} isn’t listed on ${siteName} any more`
  const text =
    reason === null
      ? `Your event is listed on ${siteName} again, and can be found by its search.`
      : `The people who run ${siteName} have removed your event from its list and search. Your own site still shows and sells it, and its tickets stay valid.`
  return {
    subject,
    preview: reason === null ? 'Your event is listed again.' : 'Your own site still shows and sells it.',
    heading: subject,
    parts: [
      { kind: 'words', text },
      ...(reason === null ? [] : [{ kind: 'facts', rows: [['Reason', reason]] } satisfies MailPart]),
      { kind: 'action', label: 'Open the console', url: data.url },
    ],
    reason: `You’re receiving this email because you own ${nameOf(data)} on ${siteName}.`,
  }
}

interface StatusText {
  subject: string
  preview: string
  text: string
  action?: string
}

const STATUS_TEXTS: Readonly<Record<StatusChange, (name: string, siteName: string) => StatusText>> = {
  approve: (name, siteName) => ({
    subject: `${name} can sell on ${siteName}`,
    preview: 'Your request was approved.',
    text: 'Your request was approved. Publish your events to start selling.',
    action: 'Open the console',
  }),
  reject: (name, siteName) => ({
    subject: `${name} can’t join ${siteName}`,
    preview: 'Your request wasn’t approved.',
    text: `The people who run ${siteName} didn’t approve your request, so ${name} can’t publish events.`,
  }),
  suspend: (name, siteName) => ({
    subject: `${name} is suspended`,
    preview: 'Your storefront is closed, and nothing can be sold.',
    text: `The people who run ${siteName} have suspended ${name}. Your storefront shows that it’s closed, nothing can be bought, and payouts are on hold. Tickets that were sold stay valid, and you can still check people in, answer buyers and refund orders.`,
    action: 'Open the console',
  }),
  reinstate: (name) => ({
    subject: `${name} is open again`,
    preview: 'The suspension has ended.',
    text: 'The suspension has ended. Your storefront is open, and payouts continue.',
    action: 'Open the console',
  }),
}

export const supportMail = (data: {
  promoterName: string
  /** Name of the operator; '' if it is unknown. */
  operator: string
  siteName: string
  reason: string
  until: string
  url: string
}): MailContent => {
  const name = withoutWebAddresses(data.promoterName) || data.siteName
  const operator = withoutWebAddresses(data.operator) || `An operator of ${data.siteName}`
  return {
    subject: `${data.siteName} support is working on ${name}`,
    preview: `For up to one hour. Reason: ${data.reason}`,
    heading: `${operator} is acting for ${name}`,
    parts: [
      {
        kind: 'words',
        text: `${operator}, who runs ${data.siteName}, can work in your console until ${data.until}. Payouts, API keys, webhooks and your team are excluded, and nothing can be deleted.`,
      },
      { kind: 'facts', rows: [['Reason', data.reason]] },
      { kind: 'words', text: 'Every change is in your audit log.' },
      { kind: 'action', label: 'View audit log', url: data.url },
    ],
    reason: `You’re receiving this email because you own ${name}.`,
  }
}

export const promoterInvitationMail = (invited: {
  siteName: string
  until: string
  url: string
}): MailContent => ({
  subject: `Sell tickets on ${invited.siteName}`,
  preview: 'You’re invited to open your own storefront.',
  heading: `You’re invited to sell on ${invited.siteName}`,
  parts: [
    {
      kind: 'words',
      text: `The people who run ${invited.siteName} invite you to sell tickets there. Sign in or create an account with this email address, and open your storefront.`,
    },
    { kind: 'action', label: 'Open your storefront', url: invited.url },
    {
      kind: 'words',
      text: `The invitation is for this address, works once and expires on ${invited.until}. If it isn’t for you, you can ignore this email.`,
    },
  ],
  reason: `You’re receiving this email because an operator of ${invited.siteName} entered your address.`,
})

const nameOf = ({ name, siteName }: { name: string; siteName: string }): string =>
  withoutWebAddresses(name) || siteName
