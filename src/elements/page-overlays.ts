import { CART_NEAR_EVENT, CART_OPEN_EVENT } from '#browser/cart-events.ts'
import { countStored, isCartLeft } from '#browser/stored-cart.ts'
import { TOAST_EVENT } from '#browser/toast-event.ts'
import { whenIdle } from './when-idle.ts'

/** As soon as the module is there it hears the page's events by itself; then it makes the server's markup live. */
export type LoadOverlays = () => Promise<{ hydrateOverlays: (host: HTMLElement) => void }>

const WAKING_EVENTS = [CART_NEAR_EVENT, CART_OPEN_EVENT, TOAST_EVENT] as const

/**
 * Defines `<page-overlays>` around the server's markup of the cart's drawer and the toasts. They sleep until somebody asks
 * for one of them, or there is a cart and the page is idle: a visitor who only reads never fetches React.
 * An event that came too early is sent once more when it can be heard.
 */
export function defineOverlays(load: LoadOverlays): void {
  class PageOverlays extends HTMLElement {
    private early: Event[] = []
    private isAwake = false

    connectedCallback(): void {
      for (const name of WAKING_EVENTS) window.addEventListener(name, this.keep)
      if (countStored() > 0 || isCartLeft()) whenIdle(this.wake)
    }

    disconnectedCallback(): void {
      this.stopListening()
    }

    private readonly keep = (event: Event): void => {
      if (event.type !== CART_NEAR_EVENT) this.early.push(event)
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
        // The network failed. What was asked for waits, and the next event tries again.
        this.isAwake = false
      }
    }

    private stopListening(): void {
      for (const name of WAKING_EVENTS) window.removeEventListener(name, this.keep)
    }
  }
  customElements.define('page-overlays', PageOverlays)
}
