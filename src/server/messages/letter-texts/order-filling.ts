import type { EventDetail } from '#model/catalog/catalog.ts'
import { momentsIn } from '#model/catalog/event-changes.ts'
import { addressOf } from '#model/catalog/event-links.ts'
import { formatDays } from '#model/catalog/format-event.ts'
import type { Order } from '#model/sales/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import { changedEventPart, changePart, whatHasChanged, type ChangeNews } from './changed-letter.ts'
import type { LetterPart } from '#server/messages/letters/letter.ts'
import {
  deliveryPart,
  eventPart,
  invoicePart,
  money,
  pricesPart,
  titlesOf,
  whatHappened,
  type OrderNews,
  type RefundNews,
} from './order-letters.ts'
import type { Filling } from './own-words.ts'

/** Values for a promoter's custom order confirmation. */
export function confirmedFilling(news: OrderNews, siteName: string): Filling {
  const { order, events, origin } = news
  return {
    values: buyerValues(news, siteName),
    blocks: {
      tickets: events.map((event) => eventPart(event, order, origin)),
      button: [buttonTo(news, order.tickets.length === 1 ? 'View ticket' : 'View tickets')],
      delivery: deliveryPart(order),
      summary: [pricesPart(order), ...invoicePart(order, origin)],
    },
  }
}

export function refundedFilling(news: RefundNews, siteName: string): Filling {
  const { order, wasPaid } = news
  const amount = money(order, news.amount)
  return {
    values: {
      ...buyerValues(news, siteName),
      'refund.amount': amount,
      'refund.explanation': whatHappened(order, wasPaid, amount),
    },
    blocks: {
      button: [buttonTo(news, 'View order')],
      summary: [pricesPart(order, order.status === 'refunded' ? 'Refunded' : 'Your order')],
    },
  }
}

export function changedFilling(news: ChangeNews, siteName: string): Filling {
  const { order, event, after, origin } = news
  return {
    values: {
      ...buyerValues({ order, events: [momentsIn(after)], origin }, siteName),
      'event.title': event.title,
      'change.what': whatHasChanged(news),
    },
    blocks: {
      change: [changePart(news)],
      tickets: [changedEventPart(news)],
      button: [buttonTo(news, 'View tickets')],
    },
  }
}

interface Bought {
  order: Order
  events: readonly Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone' | 'venue'>[]
  origin: string
}

function buyerValues({ order, events, origin }: Bought, siteName: string): Filling['values'] {
  const [first] = events
  return {
    'customer.firstName': order.customer.firstName,
    'customer.lastName': order.customer.lastName,
    'order.number': order.number,
    'order.total': money(order, order.total),
    'order.url': origin + urls.order(order.id),
    'event.title': titlesOf(order),
    'event.date': first ? formatDays(first) : '',
    'event.venue': first ? addressOf(first.venue) : '',
    'site.name': siteName,
  }
}

const buttonTo = ({ order, origin }: Pick<OrderNews, 'order' | 'origin'>, label: string): LetterPart => ({
  kind: 'action',
  label,
  url: origin + urls.order(order.id),
})
