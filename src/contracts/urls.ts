import type { EventFilters } from './catalog.ts'

/**
 * Page addresses of the shop and of accounts; the portal's, the console's and the desk's stand beside it. Pages, islands and
 * e-mails build links with these and with nothing else.
 */
export const urls = {
  home: (filters: EventFilters = {}): string => {
    const query = new URLSearchParams(
      Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ).toString()
    return query ? `/?${query}` : '/'
  },
  event: (slug: string): string => `/events/${slug}`,
  eventCalendar: (slug: string): string => `/events/${slug}/calendar.ics`,
  /** A tracking link, short enough to read aloud, and its picture. */
  shortLink: (code: string): string => `/t/${encodeURIComponent(code)}`,
  shortLinkPicture: (code: string, format: 'svg' | 'png'): string =>
    `/t/${encodeURIComponent(code)}/qr.${format}`,
  /** Home, with a sentence about a link that leads nowhere. */
  unknownLink: (): string => '/?link=unknown',
  cart: (): string => '/cart',
  checkout: (): string => '/checkout',
  order: (id: string): string => `/orders/${id}`,
  orderInvoice: (id: string): string => `/orders/${id}/invoice.pdf`,
  /** `next` is a path of this site to go on to. */
  register: (next?: string): string => (next ? `/register?next=${encodeURIComponent(next)}` : '/register'),
  login: (next?: string): string => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  forgotPassword: (): string => '/forgot-password',
  /** The token stands behind the #, where no log and no referrer sees it. */
  resetPassword: (token: string): string => `/reset-password#${token}`,
  undoEmailChange: (token: string): string => `/undo-email-change#${token}`,
  verifyEmail: (token?: string): string => (token ? `/verify-email#${token}` : '/verify-email'),
  /** All that the API can do, for whoever writes programs. */
  apiReference: (): string => '/developers/api',
  /** An invitation to work for a promoter. */
  join: (token?: string): string => (token ? `/join#${token}` : '/join'),
  account: (): string => '/account',
  accountSecurity: (): string => '/account/security',
  accountOrders: (): string => '/account/orders',
  sitemap: (): string => '/sitemap.xml',
  manifest: (): string => '/manifest.webmanifest',
  /** The picture that goes with a link when it is shared. The version changes with what it shows. */
  sharePicture: (version: string): string => `/share.png?v=${version}`,
  eventSharePicture: (slug: string, version: string): string => `/events/${slug}/share.png?v=${version}`,
  /** A file that was uploaded, by its name in the store. */
  upload: (name: string): string => `/uploads/${name}`,
  /** Shown in another page's place. */
  loadingSite: (): string => '/loading-site',
  /** Shown in another page's place while the database can't be used. */
  unavailable: (): string => '/unavailable',
  siteStyles: (version: string): string => `/site.css?v=${version}`,
}
