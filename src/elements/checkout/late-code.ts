import { now, startTicker } from '#browser/platform/clock.ts'
import { clockOffsetOf, isOfflineCopy } from './page-time.ts'

const TICK_MS = 1000

/**
 * `<late-code data-at data-now>`: loads the page again once the code appears at `data-at` (milliseconds since 1970). An offline copy says that
 * it needs a network for that, and loads the page as soon as there is one.
 */
class LateCode extends HTMLElement {
  private stop: (() => void) | undefined
  private offsetMs = 0

  connectedCallback(): void {
    // Exact for a page that has just arrived: a page that is loaded again too early would come without the code.
    this.offsetMs = isOfflineCopy() ? clockOffsetOf(this) : Number(this.dataset['now']) - now()
    this.stop = startTicker(() => this.check(), TICK_MS)
    window.addEventListener('online', this.reload)
  }

  disconnectedCallback(): void {
    this.stop?.()
    window.removeEventListener('online', this.reload)
  }

  private get isDue(): boolean {
    return now() + this.offsetMs >= Number(this.dataset['at'])
  }

  private check(): void {
    if (!this.isDue) return
    if (!isOfflineCopy()) return this.reload()
    this.querySelector('[data-waiting]')?.toggleAttribute('hidden', true)
    this.querySelector('[data-due]')?.toggleAttribute('hidden', false)
  }

  /** Not while a dialog is open, whose entries would be lost. */
  private readonly reload = (): void => {
    if (!this.isDue || document.querySelector('dialog[open]')) return
    this.stop?.()
    window.location.reload()
  }
}

customElements.define('late-code', LateCode)
