import type { ConsoleEvent } from '#contracts/console/events.ts'
import { urls } from '#contracts/platform/urls.ts'
import {
  changedParts,
  toEventTimes,
  formatChangedParts,
  formatSchedule,
  type ChangedPart,
  type EventFacts,
} from '#model/catalog/event-changes.ts'
import { formatVenue } from '#model/catalog/event-links.ts'
import type { Order } from '#model/sales/orders.ts'
import type { MailContent, MailPart } from '#server/messages/mail-content/mail-content.ts'
import { eventPart, formatGreeting } from './order-mails.ts'

/**
 * `order` has at least one ticket for the event. `before` contains the details that its buyer knows, and differs from
 * `after`.
 */
export interface EventChangeData {
  order: Order
  event: Pick<ConsoleEvent, 'id' | 'slug' | 'status'> & { title: string }
  before: EventFacts
  after: EventFacts
  origin: string
  now: number
}

export function eventChangedMail(data: EventChangeData): MailContent {
  const { order, event, origin } = data
  const what = eventChangeMessage(data)
  return {
    subject: `New ${what}: ${event.title}`,
    preview: `Your tickets of order ${order.number} stay valid.`,
    heading: `A new ${what} for ${event.title}`,
    parts: [
      {
        kind: 'words',
        text: formatGreeting(order, `${event.title} has a new ${what}. Your tickets stay valid.`),
      },
      eventChangePart(data),
      { kind: 'action', label: 'View tickets', url: origin + urls.order(order.id) },
      changedEventPart(data),
      {
        kind: 'words',
        text: `Your order number is ${order.number}. Reply to this email if you have any questions.`,
      },
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
  }
}

export const eventChangeMessage = ({ before, after }: Pick<EventChangeData, 'before' | 'after'>): string =>
  formatChangedParts(changedParts(before, after))

const LABELS = { date: 'Date', time: 'Time', place: 'Place', codes: 'QR code' } as const

const CODE_KINDS: Readonly<Record<EventFacts['codeMode'], string>> = {
  open: 'On paper or on a phone',
  late: 'On paper or on a phone',
  live: 'Live, on a phone only. Printouts, PDFs and screenshots are no longer valid.',
}

export function eventChangePart({ before, after }: Pick<EventChangeData, 'before' | 'after'>): MailPart {
  const wordsOf = (part: ChangedPart, facts: EventFacts): string => {
    if (part === 'codes') return CODE_KINDS[facts.codeMode]
    return part === 'place' ? formatVenue(facts.venue) : formatSchedule(facts)
  }
  return {
    kind: 'facts',
    rows: changedParts(before, after).flatMap((part): [string, string][] => [
      [`${LABELS[part]} before`, wordsOf(part, before)],
      [`${LABELS[part]} now`, wordsOf(part, after)],
    ]),
  }
}

/** Shows the event and its valid tickets. Contains no link while the event isn't published. */
export function changedEventPart({ order, event, after, origin, now }: EventChangeData): MailPart {
  const tickets = order.tickets.filter((ticket) => ticket.status !== 'void')
  const part = eventPart(
    { ...event, ...toEventTimes(after), ageNote: '', status: 'published' },
    { ...order, tickets },
    { origin, now },
  )
  return event.status === 'draft' && part.kind === 'event' ? { ...part, links: [] } : part
}
