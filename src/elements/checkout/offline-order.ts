import {
  deleteOfflineOrder,
  isOfflineStorageDisabled,
  storeOrderOffline,
} from '#browser/checkout/offline-orders.ts'

/**
 * `<offline-order data-page data-until data-kept-at>` stores the order's page in the browser, says so, and has a button
 * that deletes the stored page. In a stored page, the service worker replaces `now` in `data-kept-at` with the time of
 * storing, which the element shows.
 */
class OfflineOrder extends HTMLElement {
  connectedCallback(): void {
    const { keptAt = 'now' } = this.dataset
    if (keptAt !== 'now') return this.show('stale', formatTime(keptAt))
    this.button('keep')?.addEventListener('click', () => void this.keep())
    this.button('forget')?.addEventListener('click', () => void this.forget())
    if (!('serviceWorker' in navigator)) return
    if (isOfflineStorageDisabled()) this.show('off')
    else if (document.readyState === 'complete') void this.keep()
    else window.addEventListener('load', () => void this.keep(), { once: true })
  }

  private async keep(): Promise<void> {
    const { page = '', until = '' } = this.dataset
    const isKept = await storeOrderOffline(page, until).catch(() => false)
    if (this.isConnected && isKept) this.show('kept')
  }

  private async forget(): Promise<void> {
    await deleteOfflineOrder(this.dataset['page'] ?? '')
    this.show('off')
    this.button('keep')?.focus()
  }

  private button(name: 'keep' | 'forget'): HTMLElement | null {
    return this.querySelector(`[data-${name}]`)
  }

  private show(state: 'kept' | 'off' | 'stale', time = ''): void {
    for (const part of this.querySelectorAll<HTMLElement>('[data-state]'))
      part.hidden = part.dataset['state'] !== state
    const shown = this.querySelector('[data-time]')
    if (shown && time) shown.textContent = time
  }
}

/** Formats a time in the visitor's time zone, for example `Fri, 4 Dec, 20:00`. */
const formatTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

customElements.define('offline-order', OfflineOrder)
