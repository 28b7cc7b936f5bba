import { requestCartDrawer } from '#browser/shop/cart-events.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { DescribedItem, NewCartItem } from '#model/sales/cart.ts'
import { addToCart } from '#stores/shop/cart.ts'
import { $soldOut, preventHoldToasts } from '#stores/shop/cart-hold.ts'
import { cacheFees } from '#stores/shop/fees.ts'
import { quoteCart } from '#stores/shop/quote.ts'
import { CartPanel } from './cart-panel.ts'
import { readTicket, type TicketSelection } from './ticket-selection.ts'
import { closeSoldOutRows } from './sold-out-rows.ts'

export type FormEvent = Pick<
  DescribedItem,
  'eventId' | 'eventTitle' | 'eventSlug' | 'eventStartsAt' | 'timeZone' | 'promoterId' | 'currency'
>

export function formatSelectionTotal(form: HTMLElement, selections: readonly TicketSelection[]): string {
  const { currency, eventId } = readEvent(form)
  const total = quoteCart({
    items: selections.map((selection) => ({
      ...readTicket(selection),
      eventId,
      currency,
      quantity: selection.quantity,
    })),
    fees: { [eventId]: readFees(form) },
    promo: undefined,
    deliveryPrice: 0,
  })
  return total && total.totalCents > 0 ? formatMoney(total.totalCents, currency) : 'Free'
}

/**
 * Adds the tickets, shows the outcome in the panel, and resets the form. If the cart has another organiser's tickets, the drawer asks what
 * to do. Returns the outcome as a sentence.
 */
export async function addTickets(form: HTMLElement, selections: readonly TicketSelection[]): Promise<string> {
  const event = readEvent(form)
  cacheFees(event.eventId, readFees(form))
  const added = selections.map((selection): NewCartItem => ({
    ...event,
    ...readTicket(selection),
    quantity: selection.quantity,
  }))
  const stop = preventHoldToasts()
  try {
    if ((await addToCart(added)) === 'incompatible') {
      requestCartDrawer()
      return 'Your cart has tickets from another organiser.'
    }
    const message = panelOf(form).open((released) => void chooseAgain(form, selections, released))
    choose(form, [])
    closeSoldOutRows(form, $soldOut.get())
    return message
  } finally {
    stop()
  }
}

/** Returns the panel, which is placed after the form, so that its buttons follow the form's in the tab order. */
function panelOf(form: HTMLElement): CartPanel {
  const present = form.querySelector('cart-panel')
  if (present instanceof CartPanel) return present
  const panel = new CartPanel()
  form.append(panel)
  return panel
}

/** Sets the form to the quantities of an addition that was undone, and announces the result. */
async function chooseAgain(
  form: HTMLElement,
  selections: readonly TicketSelection[],
  released: Promise<boolean>,
): Promise<void> {
  choose(form, selections)
  const status = form.querySelector('[role=status]')
  if (!status) return
  status.textContent = (await released)
    ? 'Undone. The tickets were removed from your cart.'
    : 'Undone on this device. The tickets are released once the server can be reached.'
}

/** Sets the quantities of all rows; 0 for rows that aren't among `selections`. */
function choose(form: HTMLElement, selections: readonly TicketSelection[]): void {
  for (const row of form.querySelectorAll<HTMLElement>('[data-ticket]')) {
    const input = row.querySelector('input')
    if (!input) continue
    input.value = String(selections.find(({ ticket }) => ticket === row.dataset['ticket'])?.quantity ?? 0)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

// The server rendered these attributes from values of these types (`TicketForm.astro`), in the same version as this file.
const readEvent = (form: HTMLElement) => JSON.parse(form.dataset['event'] ?? '') as FormEvent
const readFees = (form: HTMLElement) => JSON.parse(form.dataset['fees'] ?? '') as FeeConfiguration
