import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatEventDateRange, formatHours, formatMoment } from '#model/catalog/format-event.ts'
import type { EventFacts } from '#model/catalog/event-changes.ts'
import { eventChangeMessage, eventChangePart } from '#server/messages/email-templates/changed-mail.ts'
import {
  formatSalutation,
  type MailContent,
  type MailTicket,
} from '#server/messages/mail-content/mail-content.ts'
import { eventPart } from './transfer-mails.ts'

/** Common content of emails to a ticket's recipient about its event. */
export interface HolderMailData {
  event: EventDetail
  ticketName: string
  firstName: string
  email: string
  /** URL of the ticket page. */
  url: string
  origin: string
}

const reasonOf = (email: string): string =>
  `You’re receiving this email because a ticket for this event was passed on to ${email}.`

export function holderCodeShownMail(mail: HolderMailData & { ticket: Omit<MailTicket, 'url'> }): MailContent {
  const { event, ticket, firstName, email, url, origin } = mail
  return {
    subject: `Your QR code: ${event.title}`,
    preview: `${formatEventDateRange(event)}, ${formatHours(event)}.`,
    heading: 'Your QR code is here',
    parts: [
      {
        kind: 'words',
        text: `${formatSalutation(firstName)}, the QR code for ${event.title} is below and on your ticket page, ready to show or print.`,
      },
      { kind: 'action', label: 'View ticket', url },
      eventPart(event, { origin, tickets: [{ ...ticket, url }] }),
      {
        kind: 'words',
        text: 'The code admits one person, once. Anyone with the link above can use your ticket, so share it with care.',
      },
    ],
    reason: reasonOf(email),
  }
}

export function holderChangedMail(
  mail: HolderMailData & { before: EventFacts; after: EventFacts },
): MailContent {
  const { event, ticketName, firstName, email, url, origin } = mail
  const what = eventChangeMessage(mail)
  return {
    subject: `New ${what}: ${event.title}`,
    preview: `Your ticket (${ticketName}) stays valid.`,
    heading: `A new ${what} for ${event.title}`,
    parts: [
      {
        kind: 'words',
        text: `${formatSalutation(firstName)}, ${event.title} has a new ${what}. Your ticket stays valid.`,
      },
      eventChangePart(mail),
      { kind: 'action', label: 'View ticket', url },
      eventPart(event, { origin, tickets: [] }),
    ],
    reason: reasonOf(email),
  }
}

/** Email about a cancelled event to the recipient of a ticket. `note`: text by the promoter, or ''. */
export function holderCancelledMail(mail: HolderMailData & { note: string; now: number }): MailContent {
  const { event, ticketName, firstName, email, url, note, now } = mail
  const when = formatMoment(event.startsAt, event.timeZone, now)
  return {
    subject: `Cancelled: ${event.title}`,
    preview: `It was scheduled for ${when}.`,
    heading: `${event.title} is cancelled`,
    parts: [
      {
        kind: 'words',
        text: `${formatSalutation(firstName)}, we’re sorry: ${event.title} on ${when} has been cancelled. You no longer need your ticket (${ticketName}).`,
      },
      ...(note ? [{ kind: 'words', text: note } as const] : []),
      {
        kind: 'words',
        text: 'If tickets are refunded, the person who bought yours gets the refund.',
      },
      { kind: 'action', label: 'View ticket', url },
    ],
    reason: reasonOf(email),
  }
}
