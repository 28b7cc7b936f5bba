import { now, startTicker } from '#browser/platform/clock.ts'
import { clockOffsetOf, isOfflineCopy } from './page-time.ts'

const TICK_MS = 1000

/**
 * `<late-code data-at data-now>` reloads the page when the code appears at `data-at` (milliseconds since 1970). An offline copy shows that
 * this needs a network, and reloads once it is online.
 */
class LateCode extends HTMLElement {
  private stop: (() => void) | undefined
  private offsetMs = 0

  connectedCallback(): void {
    // A page that was just loaded uses the exact clock difference: if it reloaded too early, the code would be missing
    // again.
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

  /** Reloads the page, unless a dialog is open, whose input would be lost. */
  private readonly reload = (): void => {
    if (!this.isDue || document.querySelector('dialog[open]')) return
    this.stop?.()
    window.location.reload()
  }
}

customElements.define('late-code', LateCode)
