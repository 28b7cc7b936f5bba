/** URLs of the shop and of accounts; other areas have files of their own. All links are built with these. */
export const urls = {
  /** `filters` are those of the event list (`eventFilters`). */
  home: (filters: Readonly<Record<string, string | undefined>> = {}): string => {
    const query = new URLSearchParams(
      Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ).toString()
    return query ? `/?${query}` : '/'
  },
  event: (slug: string): string => `/events/${slug}`,
  eventCalendar: (slug: string): string => `/events/${slug}/calendar.ics`,
  /** A short tracking link, and its QR code image. */
  shortLink: (code: string): string => `/t/${encodeURIComponent(code)}`,
  shortLinkPicture: (code: string, format: 'svg' | 'png'): string =>
    `/t/${encodeURIComponent(code)}/qr.${format}`,
  /** Home page with a notice about an unknown link. */
  unknownLink: (): string => '/?link=unknown',
  cart: (): string => '/cart',
  checkout: (): string => '/checkout',
  order: (id: string): string => `/orders/${id}`,
  orderInvoice: (id: string): string => `/orders/${id}/invoice.pdf`,
  /** `next` is the path to continue to. */
  register: (next?: string): string => (next ? `/register?next=${encodeURIComponent(next)}` : '/register'),
  login: (next?: string): string => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  forgotPassword: (): string => '/forgot-password',
  /** The token is in the fragment, which logs and referrers don't contain. */
  resetPassword: (token: string): string => `/reset-password#${token}`,
  undoEmailChange: (token: string): string => `/undo-email-change#${token}`,
  verifyEmail: (token?: string): string => (token ? `/verify-email#${token}` : '/verify-email'),
  apiReference: (): string => '/developers/api',
  join: (token?: string): string => (token ? `/join#${token}` : '/join'),
  account: (): string => '/account',
  accountSecurity: (): string => '/account/security',
  accountOrders: (): string => '/account/orders',
  sitemap: (): string => '/sitemap.xml',
  manifest: (): string => '/manifest.webmanifest',
  /** Open Graph image. The version changes with its content. */
  sharePicture: (version: string): string => `/share.png?v=${version}`,
  eventSharePicture: (slug: string, version: string): string => `/events/${slug}/share.png?v=${version}`,
  upload: (name: string): string => `/uploads/${name}`,
  /** Rendered in place of another page. */
  loadingSite: (): string => '/loading-site',
  /** Rendered in place of another page while the database is unavailable. */
  unavailable: (): string => '/unavailable',
  siteStyles: (version: string): string => `/site.css?v=${version}`,
}
