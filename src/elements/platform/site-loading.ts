import { nextReloadPauseMs } from '#browser/platform/site/reload-pause.ts'
import { applyBranding } from '#browser/platform/site/apply-branding.ts'
import { $domain, openDomain, type DomainContext } from '#stores/platform/domain.ts'

/** Minimum time before the page reloads when the server can't be reached. */
const RELOAD_MS = 5000

/** Titles of the page while loading (specification §2). */
const TITLES = { site: 'Loading site...', settings: 'Loading site configuration...' } as const

/** `<site-loading>` shows that the site is loading, applies its colours once they are known, and reloads the page. */
class SiteLoading extends HTMLElement {
  private unsubscribe: (() => void) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    this.unsubscribe = $domain.subscribe((domain) => this.show(domain))
    void openDomain(window.location.hostname).then((isAnswered) => {
      if (!this.isConnected) return
      const pauseMs = nextReloadPauseMs(Date.now())
      this.reloadIn(isAnswered ? pauseMs : Math.max(pauseMs, RELOAD_MS))
    })
  }

  disconnectedCallback(): void {
    this.unsubscribe?.()
    clearTimeout(this.timer)
  }

  private reloadIn(pauseMs: number): void {
    if (pauseMs <= 0) return window.location.reload()
    const seconds = Math.ceil(pauseMs / 1000)
    const next = this.querySelector('[data-next]')
    if (next) next.textContent = `We’ll try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    const stepMs = pauseMs % 1000 || 1000
    this.timer = setTimeout(() => this.reloadIn(pauseMs - stepMs), stepMs)
  }

  private show({ view, settings }: DomainContext): void {
    const loading = this.querySelector<HTMLElement>('[data-loading]')
    const late = this.querySelector<HTMLElement>('[data-late]')
    const title = this.querySelector('[data-title]')
    if (loading) loading.hidden = view === 'over'
    if (late) late.hidden = view !== 'over'
    if (title && view !== 'over') title.textContent = TITLES[view]
    if (!settings) return
    applyBranding(settings)
    const brand = this.querySelector<HTMLElement>('.brand')
    if (!brand) return
    brand.replaceChildren(settings.logoUrl ? logoOf(settings.logoUrl, settings.siteName) : settings.siteName)
    brand.hidden = false
  }
}

function logoOf(address: string, name: string): HTMLImageElement {
  const logo = new Image()
  logo.src = address
  logo.alt = name
  return logo
}

customElements.define('site-loading', SiteLoading)
