import { requestCartDrawer, CART_CHANGED_EVENT, preloadCart } from '#browser/shop/cart-events.ts'
import { startTicker } from '#browser/platform/clock.ts'
import { countStoredTickets } from '#browser/shop/stored-cart.ts'
import { CART_CHECK_INTERVAL_MS } from '#model/sales/stored-cart.ts'

const CHANGES = [CART_CHANGED_EVENT, 'storage', 'pageshow'] as const

/** `<cart-badge>` around a link to the cart. Shows the number of tickets, and opens the drawer on pages that have one. */
export class CartBadge extends HTMLElement {
  private stopTime: (() => void) | undefined

  connectedCallback(): void {
    this.show()
    this.stopTime = startTicker(this.show, CART_CHECK_INTERVAL_MS)
    this.addEventListener('click', this.open)
    this.addEventListener('pointerover', preloadCart, { once: true, passive: true })
    for (const name of CHANGES) window.addEventListener(name, this.show)
  }

  disconnectedCallback(): void {
    this.stopTime?.()
    this.removeEventListener('click', this.open)
    for (const name of CHANGES) window.removeEventListener(name, this.show)
  }

  private readonly show = (): void => {
    const count = countStoredTickets()
    const bubble = this.querySelector<HTMLElement>('.cart-badge-count')
    if (bubble) {
      bubble.textContent = String(count)
      bubble.hidden = count === 0
    }
    const words = this.querySelector('[data-words]')
    if (words)
      words.textContent = count === 0 ? ', empty' : `, ${count} ${count === 1 ? 'ticket' : 'tickets'}`
  }

  private readonly open = (event: MouseEvent): void => {
    const link = this.querySelector('a')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    // The browser handles the click on the cart page, and clicks with modifier keys, which open a new tab, for example.
    if (!link || !isPlain || link.pathname === window.location.pathname) return
    event.preventDefault()
    requestCartDrawer()
  }
}

customElements.define('cart-badge', CartBadge)
