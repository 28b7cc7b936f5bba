import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatEventDateRange, formatHours, formatTime } from '#model/catalog/format-event.ts'
import { hiddenCodesMessage } from '#model/catalog/codes/code-messages.ts'
import { formatVenue } from '#model/catalog/event-links.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import { ticketAnchor, type Order } from '#model/sales/orders.ts'
import { paymentRows, receiptRows } from '#model/sales/receipt-rows.ts'
import { urls } from '#contracts/platform/urls.ts'
import {
  formatSalutation,
  type MailContent,
  type MailPart,
} from '#server/messages/mail-content/mail-content.ts'

export interface OrderMailData {
  order: Order
  events: readonly EventDetail[]
  origin: string
  now: number
  /** Content-ID of each attached QR code, by ticket id. */
  pictures?: ReadonlyMap<string, string>
}

export function orderConfirmedMail(data: OrderMailData): MailContent {
  const { order, events, origin } = data
  const count = order.tickets.length
  const orderUrl = origin + urls.order(order.id)
  return {
    subject: `Your ${count === 1 ? 'ticket' : 'tickets'}: ${formatEventTitles(order)}`,
    preview: `Order ${order.number}. ${events[0] ? `${formatEventDateRange(events[0])}. ` : ''}Keep this email: it links to your tickets.`,
    heading: order.customer.firstName ? `You’re going, ${order.customer.firstName}` : 'You’re going',
    parts: [
      {
        kind: 'words',
        text: `Thank you for your order ${order.number}. ${ticketsMessage(data)}`,
      },
      { kind: 'action', label: count === 1 ? 'View ticket' : 'View tickets', url: orderUrl },
      ...events.map((event) => eventPart(event, order, data)),
      { kind: 'words', text: entryMessage(data) },
      ...deliveryPart(order),
      pricesPart(order),
      ...invoicePart(order, origin),
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
  }
}

function ticketsMessage(data: OrderMailData): string {
  const count = data.order.tickets.length
  const tickets = count === 1 ? 'your ticket' : `your ${count} tickets`
  // The part about the event says when and how its codes appear.
  return hasCodes(data)
    ? `Here ${count === 1 ? 'is' : 'are'} ${tickets}. ${codesMessage(data)}`
    : `The link below leads to ${tickets}.`
}

const hasCodes = ({ order }: OrderMailData): boolean => order.tickets.some(({ code }) => code !== '')

export const entryMessage = (data: OrderMailData): string =>
  `${hasCodes(data) ? 'Bring your QR codes, on your phone or printed. Each code admits one person, once. ' : ''}Anyone with the link above can use your tickets, so share it with care.`

function codesMessage({ order, pictures = new Map() }: OrderMailData): string {
  if (pictures.size === 0) return 'Your QR codes are on your order page, ready to show or print.'
  return pictures.size === order.tickets.length
    ? 'Your QR codes are below and on your order page, ready to show or print.'
    : `${pictures.size} of your QR codes are below. All of them are on your order page, ready to show or print.`
}

export const emailCorrectedMail = ({ order, events, origin }: OrderMailData, email: string): MailContent => ({
  subject: `Order ${order.number} no longer uses this address`,
  preview: `The email address of an order for ${formatEventTitles(order)} was changed.`,
  heading: 'The address of an order was changed',
  parts: [
    {
      kind: 'words',
      text: `The email address of order ${order.number} for ${formatEventTitles(order)} was changed on its order page, from this address to another. Its link and QR codes that were sent here no longer work. The tickets were sent to the new address.`,
    },
    {
      kind: 'words',
      text: 'If you didn’t buy these tickets, you don’t need to do anything. If you bought them and didn’t change the address, someone else had the link to your order: reply to this email, so that the organiser can check it.',
    },
    ...events.slice(0, 1).map((event): MailPart => ({
      kind: 'action',
      label: 'About the event',
      url: origin + urls.event(event.slug),
    })),
  ],
  reason: `You’re receiving this email because order ${order.number} had the address ${email}.`,
})

export const formatGreeting = ({ customer }: Order, text: string): string =>
  `${formatSalutation(customer.firstName)}, ${text}`

export const formatEventTitles = (order: Order): string =>
  [...new Set(order.items.map((item) => item.eventTitle))].join(', ')

/** Formats an amount in the order's currency. `major` is in major units. */
export const formatOrderAmount = (order: Order, major: number): string =>
  formatMoney(toCents(major, order.currency), order.currency)

type Told = Pick<
  EventDetail,
  | 'id'
  | 'slug'
  | 'title'
  | 'startsAt'
  | 'endsAt'
  | 'doorsAt'
  | 'timeZone'
  | 'venue'
  | 'ageNote'
  | 'status'
  | 'codes'
>

export function eventPart(
  event: Told,
  order: Order,
  { origin, pictures, now }: Pick<OrderMailData, 'origin' | 'pictures' | 'now'>,
): MailPart {
  const held = order.tickets.filter(isHeldFor(event.id))
  const note = held.length > 0 ? hiddenCodesMessage(event, { count: held.length, now }) : ''
  const names = new Map(order.items.map((item) => [item.ticketTypeId, item.name]))
  return {
    kind: 'event',
    title: event.title,
    lines: [
      formatEventDateRange(event),
      formatHours(event),
      ...(event.doorsAt ? [`Doors ${formatTime(event.doorsAt, event.timeZone)}`] : []),
      formatVenue(event.venue),
      ...(event.ageNote ? [event.ageNote] : []),
      ...(event.status === 'cancelled' ? ['This event is cancelled.'] : note ? [note] : []),
    ],
    links: [
      { label: 'Add to calendar', url: origin + urls.eventCalendar(event.slug) },
      { label: 'About the event', url: origin + urls.event(event.slug) },
    ],
    tickets: order.tickets
      .filter((ticket) => ticket.eventId === event.id && ticket.code !== '')
      .map((ticket) => ({
        name: names.get(ticket.ticketTypeId) ?? '',
        holder: ticket.holder,
        code: ticket.code,
        url: `${origin}${urls.order(order.id)}#${ticketAnchor(ticket)}`,
        ...pictureOf(ticket.id, pictures),
      })),
  }
}

/** Returns true for tickets that the buyer can still use. */
const isHeldFor =
  (eventId: string) =>
  (ticket: Order['tickets'][number]): boolean =>
    ticket.eventId === eventId && (ticket.status === 'valid' || ticket.status === 'used')

const pictureOf = (ticketId: string, pictures: OrderMailData['pictures']): { cid?: string } => {
  const cid = pictures?.get(ticketId)
  return cid === undefined ? {} : { cid }
}

export function deliveryPart({ delivery }: Order): MailPart[] {
  if (delivery.method === 'e_ticket') return []
  const text =
    delivery.method === 'post'
      ? `We’ll also post printed tickets to: ${delivery.address ?? 'the address that you entered'}`
      : 'Collect your printed tickets at the box office. Bring this email.'
  return [{ kind: 'words', text }]
}

export const invoicePart = (order: Order, origin: string): MailPart[] =>
  order.total > 0
    ? [
        {
          kind: 'more',
          text: 'For your records:',
          link: { label: 'Invoice (PDF)', url: origin + urls.orderInvoice(order.id) },
        },
      ]
    : []

export function pricesPart(order: Order, title = 'Receipt'): MailPart {
  const items = order.items.map((item) => ({
    label: `${item.quantity} × ${item.name}`,
    cents: toCents(item.totalPrice, order.currency),
  }))
  return {
    kind: 'prices',
    title,
    rows: [...items, ...receiptRows(order)].map(({ label, cents }): [string, string] => [
      label,
      `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), order.currency)}`,
    ]),
    total: ['Total', formatOrderAmount(order, order.total)],
    paid: paymentRows(order).map(({ label, cents }): [string, string] => [
      label,
      formatMoney(cents, order.currency),
    ]),
  }
}
