const WHITE = '#ffffff'

/**
 * `<full-code>` contains a popover with a ticket's code, which also works without scripts. While the popover is open, keeps the screen on
 * and sets the browser's theme colour to white. A tap anywhere closes it, and the focus returns to the button that opened it.
 */
class FullCode extends HTMLElement {
  private lock: Promise<WakeLockSentinel | undefined> | undefined
  private themeColor = ''

  connectedCallback(): void {
    const popover = this.querySelector<HTMLElement>('[popover]')
    if (!popover) return
    popover.addEventListener('click', () => popover.hidePopover())
    popover.addEventListener('toggle', (event) => {
      if (event.newState === 'open') this.open()
      else this.close(popover.id)
    })
  }

  disconnectedCallback(): void {
    this.release()
  }

  private open(): void {
    this.paintBars(WHITE)
    this.keepAwake()
    document.addEventListener('visibilitychange', this.keepAwake)
  }

  private close(id: string): void {
    this.release()
    this.paintBars(this.themeColor)
    document
      .querySelector<HTMLElement>(`button[popovertarget="${CSS.escape(id)}"]:not([popovertargetaction])`)
      ?.focus()
  }

  /** Requests a wake lock. Browsers release it when the page is hidden, and refuse it when the battery is low. */
  private readonly keepAwake = (): void => {
    if (document.visibilityState !== 'visible') return
    this.lock = navigator.wakeLock?.request('screen').catch(() => undefined)
  }

  private release(): void {
    document.removeEventListener('visibilitychange', this.keepAwake)
    void this.lock?.then((lock) => lock?.release())
    this.lock = undefined
  }

  private paintBars(color: string): void {
    const bars = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
    if (!bars) return
    if (bars.content !== WHITE) this.themeColor = bars.content
    bars.content = color
  }
}

customElements.define('full-code', FullCode)
