import type { EventDetail } from '#model/catalog/catalog.ts'
import { hiddenCodesMessage } from '#model/catalog/codes/code-messages.ts'
import { formatVenue } from '#model/catalog/event-links.ts'
import { formatEventDateRange, formatHours, formatTime } from '#model/catalog/format-event.ts'
import { urls } from '#contracts/platform/urls.ts'
import {
  formatSalutation,
  type MailContent,
  type MailPart,
  type MailTicket,
} from '#server/messages/mail-content/mail-content.ts'

interface TicketMail {
  event: EventDetail
  ticketName: string
  /** Email address of the recipient. */
  email: string
  url: string
}

interface CodeMail extends TicketMail {
  firstName: string
  /** Ticket with its code; undefined if it has no code that can be emailed. */
  ticket: Omit<MailTicket, 'url'> | undefined
  origin: string
  now: number
}

/** Email that offers a ticket. `sender`: first name of the sender, or ''. */
export function ticketOfferedMail({
  event,
  sender,
  ticketName,
  email,
  url,
}: TicketMail & { sender: string }): MailContent {
  return {
    subject: `${sender || 'Someone'} has a ticket for you: ${event.title}`,
    preview: `${ticketName}, ${formatEventDateRange(event)}. Accept it to get your own code.`,
    heading: `${sender || 'Someone'} has a ticket for you`,
    parts: [
      {
        kind: 'words',
        text: `${sender || 'A buyer'} would like to pass on a ticket to you: ${ticketName} for ${event.title}. Accept it, and it’s yours, with your name and a code of your own. You don’t need an account.`,
      },
      { kind: 'action', label: 'Accept ticket', url },
      eventPart(event),
      {
        kind: 'aside',
        text: 'Accepting the ticket is free. Until you accept it, its sender can reclaim it. If you don’t want it, ignore this email.',
      },
    ],
    reason: `You’re receiving this email because someone entered ${email} to pass on a ticket.`,
  }
}

export function ticketPassedOnMail({
  event,
  recipient,
  ticketName,
  email,
  url,
}: TicketMail & { recipient: string }): MailContent {
  return {
    subject: `Passed on: ${ticketName} for ${event.title}`,
    preview: `${recipient} has accepted the ticket. Your code for it no longer works.`,
    heading: 'Your ticket was passed on',
    parts: [
      {
        kind: 'words',
        text: `${recipient} has accepted your ticket (${ticketName} for ${event.title}) and got a new code. Your code for it is no longer valid, not even on paper or in screenshots.`,
      },
      { kind: 'action', label: 'View your tickets', url },
    ],
    reason: `You’re receiving this email because a ticket of ${email} was passed on.`,
  }
}

export function ticketReceivedMail({
  event,
  sender,
  firstName,
  ticketName,
  ticket,
  email,
  url,
  origin,
  now,
}: CodeMail & { sender: string }): MailContent {
  return {
    subject: `Your ticket: ${event.title}`,
    preview: `${ticketName}, ${formatEventDateRange(event)}. Keep this email: it links to your ticket.`,
    heading: firstName ? `You’re going, ${firstName}` : 'You’re going',
    parts: [
      {
        kind: 'words',
        text: `${sender || 'Someone'} has passed on a ticket to you: ${ticketName}. ${ticket ? 'Its QR code is below and on your ticket page, ready to show or print.' : hiddenCodesMessage(event, { count: 1, now })}`,
      },
      { kind: 'action', label: 'View ticket', url },
      eventPart(event, { origin, tickets: ticket ? [{ ...ticket, url }] : [] }),
      {
        kind: 'words',
        text: `${ticket ? 'Bring your QR code, on your phone or printed. It admits one person, once. ' : ''}Anyone with the link above can use your ticket, so share it with care.`,
      },
    ],
    reason: `You’re receiving this email because ${email} was entered to accept a ticket.`,
  }
}

export function ticketVoidedMail({
  event,
  sender,
  firstName,
  ticketName,
  email,
  url,
}: TicketMail & { sender: string; firstName: string }): MailContent {
  const buyer = sender ? `the order of ${sender}` : 'the order'
  return {
    subject: `No longer valid: your ticket for ${event.title}`,
    preview: `Your ticket (${ticketName}) was refunded to its buyer.`,
    heading: 'Your ticket is no longer valid',
    parts: [
      {
        kind: 'words',
        text: `${formatSalutation(firstName)}, the ticket that was passed on to you (${ticketName} for ${event.title}) was refunded to the person who bought it. Its code is refused at the door. If you have questions, ask the person who passed it on to you.`,
      },
      { kind: 'action', label: 'About the event', url },
    ],
    reason: `You’re receiving this email because a ticket from ${buyer} was passed on to ${email}.`,
  }
}

export function codeReplacedMail(mail: CodeMail): MailContent {
  const { event, firstName, ticketName, ticket, email, url, origin, now } = mail
  return {
    subject: `New code: your ticket for ${event.title}`,
    preview: `${ticketName} has a new code. The old one is refused at the door.`,
    heading: 'Your ticket has a new code',
    parts: [
      {
        kind: 'words',
        text: `${formatSalutation(firstName)}, your ticket has a new code, as requested. The old one is refused at the door, even on paper and in screenshots. If you didn’t ask for this, someone else has the link to your tickets: contact the organiser.${ticket ? '' : ` ${hiddenCodesMessage(event, { count: 1, now })}`}`,
      },
      { kind: 'action', label: 'View ticket', url },
      eventPart(event, { origin, tickets: ticket ? [{ ...ticket, url }] : [] }),
    ],
    reason: `You’re receiving this email because ${email} has a ticket for this event.`,
  }
}

export function eventPart(event: EventDetail, more?: { origin: string; tickets: MailTicket[] }): MailPart {
  return {
    kind: 'event',
    title: event.title,
    lines: [
      formatEventDateRange(event),
      formatHours(event),
      ...(event.doorsAt ? [`Doors ${formatTime(event.doorsAt, event.timeZone)}`] : []),
      formatVenue(event.venue),
      ...(event.ageNote ? [event.ageNote] : []),
      ...(event.status === 'cancelled' ? ['This event is cancelled.'] : []),
    ],
    links: more
      ? [
          { label: 'Add to calendar', url: more.origin + urls.eventCalendar(event.slug) },
          { label: 'About the event', url: more.origin + urls.event(event.slug) },
        ]
      : [],
    tickets: more?.tickets ?? [],
  }
}
