import { reloadPage } from '#browser/navigate.ts'
import { wearBrand } from '#browser/wear-brand.ts'
import { $domain, openDomain, type DomainContext } from '#stores/domain.ts'

/** While the server can't be asked, or does not answer, the page itself is tried again this often. */
const RELOAD_MS = 5000

/** Specification §2. */
const TITLES = { site: 'Loading site...', settings: 'Loading site configuration...' } as const

/** `<site-loading>`: shows what is being waited for, wears the site's look as soon as it is known, then loads the page itself. */
class SiteLoading extends HTMLElement {
  private unsubscribe: (() => void) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    this.unsubscribe = $domain.subscribe((domain) => this.show(domain))
    void openDomain(window.location.hostname).then((isAnswered) => {
      if (!this.isConnected) return
      if (isAnswered) reloadPage()
      else this.timer = setTimeout(reloadPage, RELOAD_MS)
    })
  }

  disconnectedCallback(): void {
    this.unsubscribe?.()
    clearTimeout(this.timer)
  }

  private show({ view, settings }: DomainContext): void {
    const loading = this.querySelector<HTMLElement>('[data-loading]')
    const late = this.querySelector<HTMLElement>('[data-late]')
    const title = this.querySelector('[data-title]')
    if (loading) loading.hidden = view === 'over'
    if (late) late.hidden = view !== 'over'
    if (title && view !== 'over') title.textContent = TITLES[view]
    if (!settings) return
    wearBrand(settings)
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
