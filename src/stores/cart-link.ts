import { call } from '#browser/api.ts'
import { showToast } from '#browser/toast-event.ts'
import { getEvent, listTickets } from '#contracts/catalog.ts'
import { urls } from '#contracts/urls.ts'
import type { NewCartItem } from '#model/cart.ts'
import type { EventDetail, TicketOffer } from '#model/catalog.ts'
import { addToCart } from './cart.ts'

/** `/cart?event={slug}&{ticketTypeId}={quantity}`: what a ticket form says that was sent without its script. */
export async function addFromAddress(search: string): Promise<void> {
  const wanted = new URLSearchParams(search)
  const slug = wanted.get('event')
  if (!slug) return
  // Before anything is added: a reload must not add it twice.
  window.history.replaceState(null, '', urls.cart())
  const added = await readTickets(slug, wanted)
  if (added) await addToCart(added)
  else
    showToast({
      type: 'destructive',
      title: 'The tickets could not be added',
      message: 'Please choose them once more.',
    })
}

async function readTickets(slug: string, wanted: URLSearchParams): Promise<NewCartItem[] | undefined> {
  const event = await call(getEvent, { params: { idOrSlug: slug } })
  if (!event.success) return undefined
  const offers = await call(listTickets, { params: { id: event.data.id } })
  if (!offers.success) return undefined
  return offers.data.flatMap((offer) => {
    const quantity = Number(wanted.get(offer.id))
    return Number.isInteger(quantity) && quantity > 0 ? [toItem(event.data, offer, quantity)] : []
  })
}

const toItem = (event: EventDetail, offer: TicketOffer, quantity: number): NewCartItem => ({
  ticketTypeId: offer.id,
  name: offer.name,
  price: offer.price,
  maxPerOrder: offer.maxPerOrder,
  quantity,
  eventId: event.id,
  eventTitle: event.title,
  eventSlug: event.slug,
  eventStartsAt: event.startsAt,
  timeZone: event.timeZone,
  promoterId: event.promoter.id,
  currency: event.currency,
})
