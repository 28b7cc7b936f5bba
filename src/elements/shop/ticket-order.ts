import * as z from 'zod/mini'
import { feeConfiguration, type FeeConfiguration } from '#model/pricing/fees.ts'
import { formatMoney } from '#model/platform/money.ts'
import { cartItem, type NewCartItem } from '#model/sales/cart.ts'
import { addToCart } from '#stores/shop/cart.ts'
import { $cart } from '#stores/shop/cart-items.ts'
import { cacheFees } from '#stores/shop/fees.ts'
import { quoteCart } from '#stores/shop/quote.ts'

/** A row of the form. `ticket` is the row's `data-ticket` attribute, a `formTicket` as JSON. */
export interface Choice {
  ticket: string
  quantity: number
}

const formEvent = z.pick(cartItem, {
  eventId: true,
  eventTitle: true,
  eventSlug: true,
  eventStartsAt: true,
  timeZone: true,
  promoterId: true,
  currency: true,
})
export type FormEvent = z.infer<typeof formEvent>

const formTicket = z.pick(cartItem, {
  ticketTypeId: true,
  name: true,
  price: true,
  minPerOrder: true,
  maxPerOrder: true,
  accessCode: true,
  tax: true,
})
export type FormTicket = z.infer<typeof formTicket>

export function totalOf(form: HTMLElement, choices: readonly Choice[]): string {
  const { currency, eventId } = readEvent(form)
  const total = quoteCart({
    items: choices.map((choice) => ({ ...readTicket(choice), eventId, currency, quantity: choice.quantity })),
    fees: { [eventId]: readFees(form) },
    promo: undefined,
    deliveryPrice: 0,
  })
  return total && total.totalCents > 0 ? formatMoney(total.totalCents, currency) : 'Free'
}

export async function addTickets(
  form: HTMLElement,
  choices: readonly Choice[],
): Promise<{ isAdded: boolean; words: string }> {
  const event = readEvent(form)
  cacheFees(event.eventId, readFees(form))
  const added = choices.map((choice): NewCartItem => ({
    ...event,
    ...readTicket(choice),
    quantity: choice.quantity,
  }))
  const outcome = await addToCart(added)
  if (outcome === 'conflict')
    return { isAdded: false, words: 'Your cart has tickets from another organiser.' }
  if (outcome === 'offline')
    return { isAdded: true, words: 'Added. We’ll hold your tickets once you’re online.' }
  const isHeld = added.some((item) => $cart.get().some((kept) => kept.ticketTypeId === item.ticketTypeId))
  return {
    isAdded: true,
    words: isHeld ? 'Your tickets are in the cart.' : 'These tickets couldn’t be held.',
  }
}

// Throws for invalid values, because the server rendered them.
const readEvent = (form: HTMLElement): FormEvent =>
  z.parse(formEvent, JSON.parse(form.dataset['event'] ?? 'null'))
const readFees = (form: HTMLElement): FeeConfiguration =>
  z.parse(feeConfiguration, JSON.parse(form.dataset['fees'] ?? 'null'))
const readTicket = (choice: Choice): FormTicket => z.parse(formTicket, JSON.parse(choice.ticket))
