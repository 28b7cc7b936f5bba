import { askForCart, CART_CHANGED_EVENT } from '#browser/cart-events.ts'
import { readStored, STORAGE_KEYS } from '#browser/storage.ts'

/** How many tickets the stored cart holds, read without the stores: this runs on every page before anything else. */
function storedCount(): number {
  const expiresAt = readStored('localStorage', STORAGE_KEYS.cartExpirationTime)
  const items = readStored('localStorage', STORAGE_KEYS.cart)
  if (!Array.isArray(items) || (typeof expiresAt === 'number' && expiresAt <= Date.now())) return 0
  return items.reduce<number>((count, item: { quantity?: unknown } | null) => {
    const quantity = item?.quantity
    return typeof quantity === 'number' && quantity > 0 ? count + quantity : count
  }, 0)
}

/** `<cart-badge>` around a link to the cart: shows the count, and opens the drawer where a page has one. */
export class CartBadge extends HTMLElement {
  connectedCallback(): void {
    this.show()
    this.addEventListener('click', this.open)
    window.addEventListener(CART_CHANGED_EVENT, this.show)
    window.addEventListener('storage', this.show)
    window.addEventListener('pageshow', this.show)
  }

  disconnectedCallback(): void {
    this.removeEventListener('click', this.open)
    window.removeEventListener(CART_CHANGED_EVENT, this.show)
    window.removeEventListener('storage', this.show)
    window.removeEventListener('pageshow', this.show)
  }

  private readonly show = (): void => {
    const count = storedCount()
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
    // On the cart's own page the link is just that.
    if (!link || !isPlain || link.pathname === window.location.pathname) return
    event.preventDefault()
    askForCart()
  }
}

customElements.define('cart-badge', CartBadge)
