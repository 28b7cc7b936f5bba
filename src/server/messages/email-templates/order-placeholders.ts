import type { EventDetail } from '#model/catalog/catalog.ts'
import { toEventTimes } from '#model/catalog/event-changes.ts'
import { formatVenue } from '#model/catalog/event-links.ts'
import { formatEventDateRange } from '#model/catalog/format-event.ts'
import type { Order } from '#model/sales/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import {
  changedEventPart,
  eventChangePart,
  eventChangeMessage,
  type EventChangeData,
} from './changed-mail.ts'
import type { MailPart } from '#server/messages/mail-content/mail-content.ts'
import {
  deliveryPart,
  eventPart,
  invoicePart,
  formatOrderAmount,
  pricesPart,
  formatEventTitles,
  type OrderMailData,
} from './order-mails.ts'
import { refundedAmount, refundMessage, voucherPart, type RefundMailData } from './refund-mails.ts'
import type { Placeholders } from './render-template.ts'

export function confirmedPlaceholders(data: OrderMailData, siteName: string): Placeholders {
  const { order, events } = data
  return {
    values: buyerValues(data, siteName),
    blocks: {
      tickets: events.map((event) => eventPart(event, order, data)),
      button: [buttonTo(data, order.tickets.length === 1 ? 'View ticket' : 'View tickets')],
      delivery: deliveryPart(order),
      summary: [pricesPart(order), ...invoicePart(order, data.origin)],
    },
  }
}

export function refundedPlaceholders(data: RefundMailData, siteName: string): Placeholders {
  const { order } = data
  const amount = formatOrderAmount(order, refundedAmount(data))
  return {
    values: {
      ...buyerValues(data, siteName),
      'refund.amount': amount,
      'refund.explanation': refundMessage(data),
    },
    blocks: {
      button: [...voucherPart(data), buttonTo(data, 'View order')],
      summary: [pricesPart(order, order.status === 'refunded' ? 'Refunded' : 'Your order')],
    },
  }
}

export function changedPlaceholders(data: EventChangeData, siteName: string): Placeholders {
  const { order, event, after, origin } = data
  return {
    values: {
      ...buyerValues({ order, events: [toEventTimes(after)], origin }, siteName),
      'event.title': event.title,
      'change.what': eventChangeMessage(data),
    },
    blocks: {
      change: [eventChangePart(data)],
      tickets: [changedEventPart(data)],
      button: [buttonTo(data, 'View tickets')],
    },
  }
}

interface Bought {
  order: Order
  events: readonly Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone' | 'venue'>[]
  origin: string
}

function buyerValues({ order, events, origin }: Bought, siteName: string): Placeholders['values'] {
  const [first] = events
  return {
    'customer.firstName': order.customer.firstName,
    'customer.lastName': order.customer.lastName,
    'order.number': order.number,
    'order.total': formatOrderAmount(order, order.total),
    'order.url': origin + urls.order(order.id),
    'event.title': formatEventTitles(order),
    'event.date': first ? formatEventDateRange(first) : '',
    'event.venue': first ? formatVenue(first.venue) : '',
    'site.name': siteName,
  }
}

const buttonTo = ({ order, origin }: Pick<OrderMailData, 'order' | 'origin'>, label: string): MailPart => ({
  kind: 'action',
  label,
  url: origin + urls.order(order.id),
})
