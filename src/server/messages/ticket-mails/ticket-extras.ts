import { urls } from '#contracts/platform/urls.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { eventCalendar } from '#server/catalog/calendars/event-calendar.ts'
import type { MailExtras } from '#server/messages/composing/compose-account-mail.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'
import type { OrderMailData } from '#server/messages/email-templates/order-mails.ts'
import { reservationsJsonLd } from './reservations.ts'
import { attachQrCodes } from './ticket-qr-codes.ts'

/**
 * Returns a function that adds attachments and structured data to an order's email: QR codes, tickets as PDF, a calendar
 * file and reservations.
 */
export const ticketExtras =
  (data: OrderMailData, { now, papers }: { now: number; papers: readonly MailAttachment[] }) =>
  (clean: (text: string) => string): MailExtras => {
    const events = data.events.map((event) => cleanEvent(event, clean))
    const entries = events
      .filter(({ status }) => status !== 'cancelled')
      .map((event) => ({ event, page: data.origin + urls.event(event.slug) }))
    const calendar = {
      filename: events.length === 1 ? `${events[0]?.slug ?? 'event'}.ics` : 'events.ics',
      contentType: 'text/calendar; charset=utf-8',
      content: Buffer.from(eventCalendar(entries, now)),
    }
    return {
      attachments: [...attachQrCodes(data.order), ...papers, ...(entries.length > 0 ? [calendar] : [])],
      structuredData: reservationsJsonLd({ ...data, events }),
    }
  }

const cleanEvent = (event: EventDetail, clean: (text: string) => string): EventDetail => ({
  ...event,
  title: clean(event.title),
  summary: clean(event.summary),
  venue: {
    ...event.venue,
    name: clean(event.venue.name),
    street: clean(event.venue.street),
    city: clean(event.venue.city),
  },
})
