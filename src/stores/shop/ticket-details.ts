import { call } from '#browser/platform/api.ts'
import { isUnreachable } from '#browser/platform/read-response.ts'
import { getEvent, listTickets } from '#contracts/shop/catalog.ts'
import type { EventDetail, TicketOffer } from '#model/catalog/catalog.ts'
import type { DescribedItem } from '#model/sales/cart.ts'

export type TicketDetails = Pick<
  DescribedItem,
  | 'name'
  | 'minPerOrder'
  | 'eventTitle'
  | 'eventSlug'
  | 'eventStartsAt'
  | 'timeZone'
  | 'promoterId'
  | 'currency'
>

export async function findTicketDetails(
  eventIds: Iterable<string>,
  cartId: string,
): Promise<Map<string, TicketDetails> | undefined> {
  const answers = await Promise.all(
    Array.from(new Set(eventIds), async (id) => ({
      event: await call(getEvent, { params: { idOrSlug: id } }),
      offers: await call(listTickets, { params: { id }, query: { cart: cartId } }),
    })),
  )
  if (answers.some(({ event, offers }) => isUnreachable(event) || isUnreachable(offers))) return undefined
  return new Map(
    answers.flatMap(({ event, offers }) =>
      event.success && offers.success ? offers.data.map((offer) => toEntry(event.data, offer)) : [],
    ),
  )
}

const toEntry = (event: EventDetail, offer: TicketOffer): [string, TicketDetails] => [
  offer.id,
  {
    name: offer.name,
    minPerOrder: offer.minPerOrder,
    eventTitle: event.title,
    eventSlug: event.slug,
    eventStartsAt: event.startsAt,
    timeZone: event.timeZone,
    promoterId: event.promoter.id,
    currency: event.currency,
  },
]
