/** Polling intervals, and the time after which the buyer is told that the payment takes longer than usual. */
const FIRST_WAIT_MS = 800
const MAX_WAIT_MS = 5000
const PATIENCE_MS = 120_000

const loadFollower = () => import('./follow-order.ts')

/**
 * `<order-watch data-order data-state="waiting | settled">`. In the state `waiting`, polls until the payment is settled, then reloads the
 * page. In the state `settled`, empties the cart that was bought.
 */
export class OrderWatch extends HTMLElement {
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    const orderId = this.dataset['order'] ?? ''
    if (this.dataset['state'] === 'settled')
      void loadFollower().then((follower) => follower.closeBoughtCart(orderId))
    if (this.dataset['state'] === 'waiting')
      this.wait(orderId, { waitMs: FIRST_WAIT_MS, until: Date.now() + PATIENCE_MS })
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer)
  }

  private wait(orderId: string, round: { waitMs: number; until: number }): void {
    this.timer = setTimeout(() => void this.ask(orderId, round), round.waitMs)
  }

  private async ask(orderId: string, round: { waitMs: number; until: number }): Promise<void> {
    const isSettled = await loadFollower()
      .then((follower) => follower.isOrderSettled(orderId))
      .catch(() => false)
    if (!this.isConnected) return
    if (isSettled) return window.location.reload()
    if (Date.now() < round.until) {
      return this.wait(orderId, { ...round, waitMs: Math.min(round.waitMs * 1.5, MAX_WAIT_MS) })
    }
    const words = this.querySelector('[data-words]')
    if (words) {
      words.textContent =
        'This is taking longer than usual. Your tickets stay reserved while your bank confirms the payment. Reload this page later to check.'
    }
  }
}

customElements.define('order-watch', OrderWatch)
