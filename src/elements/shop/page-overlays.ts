import { CART_PRELOAD_EVENT, CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import { countStoredTickets, hasCartCookie } from '#browser/shop/stored-cart.ts'
import { TOAST_EVENT } from '#browser/platform/toast-event-name.ts'
import { whenIdle } from '#elements/platform/when-idle.ts'

export type LoadOverlays = () => Promise<{ hydrateOverlays: (host: HTMLElement) => void }>

const WAKING_EVENTS = [CART_PRELOAD_EVENT, CART_OPEN_EVENT, TOAST_EVENT] as const

/** Loads React on the first event, or when the page is idle and the cart isn't empty. Then dispatches the earlier events again. */
export function defineOverlays(load: LoadOverlays): void {
  class PageOverlays extends HTMLElement {
    private early: Event[] = []
    private isAwake = false

    connectedCallback(): void {
      for (const name of WAKING_EVENTS) window.addEventListener(name, this.keep)
      if (countStoredTickets() > 0 || hasCartCookie()) whenIdle(this.wake)
    }

    disconnectedCallback(): void {
      this.stopListening()
    }

    private readonly keep = (event: Event): void => {
      if (event.type !== CART_PRELOAD_EVENT) this.early.push(event)
      this.wake()
    }

    private readonly wake = (): void => {
      if (this.isAwake) return
      this.isAwake = true
      void this.hydrate()
    }

    private async hydrate(): Promise<void> {
      try {
        const overlays = await load()
        if (!this.isConnected) return
        this.stopListening()
        for (const event of this.early) window.dispatchEvent(event)
        overlays.hydrateOverlays(this)
      } catch {
        // After a failed load, keeps the event. The next event tries to load the code again.
        this.isAwake = false
      }
    }

    private stopListening(): void {
      for (const name of WAKING_EVENTS) window.removeEventListener(name, this.keep)
    }
  }
  customElements.define('page-overlays', PageOverlays)
}
