/** URLs of the shop and of accounts. All links are built with functions like these; the other areas have files of their own. */
export const urls = {
  /** The home page. `filters` are the query parameters of the event list (`eventFilters`). */
  home: (filters: Readonly<Record<string, string | undefined>> = {}): string => {
    const query = new URLSearchParams(
      Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ).toString()
    return query ? `/?${query}` : '/'
  },
  event: (slug: string): string => `/events/${slug}`,
  eventCalendar: (slug: string): string => `/events/${slug}/calendar.ics`,
  /** A short tracking link. `shortLinkPicture` is its QR code. */
  shortLink: (code: string): string => `/t/${encodeURIComponent(code)}`,
  shortLinkPicture: (code: string, format: 'svg' | 'png'): string =>
    `/t/${encodeURIComponent(code)}/qr.${format}`,
  /** The home page with a notice that the link is unknown. */
  unknownLink: (): string => '/?link=unknown',
  /** Page on which a promoter's vouchers are sold. On the main site, `by` names the promoter. */
  vouchers: (by?: string): string => (by === undefined ? '/vouchers' : `/vouchers?by=${by}`),
  cart: (): string => '/cart',
  checkout: (): string => '/checkout',
  order: (id: string): string => `/orders/${id}`,
  /** Page of a ticket that was passed on; the id is the recipient's secret. */
  ticket: (id: string): string => `/tickets/${id}`,
  /** Page to accept an offered ticket. */
  acceptTicket: (id: string): string => `/tickets/accept/${id}`,
  orderInvoice: (id: string): string => `/orders/${id}/invoice.pdf`,
  /** Service workers of pages of orders and tickets. Each controls only pages below its own folder. */
  orderWorker: (): string => '/orders/worker.js',
  ticketWorker: (): string => '/tickets/worker.js',
  orderTickets: (id: string): string => `/orders/${id}/tickets.pdf`,
  orderPass: (id: string, ticketId: string): string => `/orders/${id}/tickets/${ticketId}.pkpass`,
  ticketPaper: (id: string): string => `/tickets/${id}/ticket.pdf`,
  ticketPass: (id: string): string => `/tickets/${id}/ticket.pkpass`,
  ticketGooglePass: (id: string): string => `/tickets/${id}/google-wallet`,
  orderGooglePass: (id: string, ticketId: string): string =>
    `/orders/${id}/tickets/${ticketId}/google-wallet`,
  /** The page to register. `next` is the path to open after registration. */
  register: (next?: string): string => (next ? `/register?next=${encodeURIComponent(next)}` : '/register'),
  login: (next?: string): string => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  forgotPassword: (): string => '/forgot-password',
  /** The token is in the fragment, so that it isn't logged or sent as a referrer. */
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
  /** Image for links shared on social media (Open Graph). The version changes with its content, so that it can be cached. */
  sharePicture: (version: string): string => `/share.png?v=${version}`,
  eventSharePicture: (slug: string, version: string): string => `/events/${slug}/share.png?v=${version}`,
  upload: (name: string): string => `/uploads/${name}`,
  /** Page that is rendered in place of another one while the site is being set up. */
  loadingSite: (): string => '/loading-site',
  /** Page that is rendered in place of every page of a closed shop. */
  closedShop: (): string => '/closed-shop',
  /** Page that is rendered in place of another one while the database is unavailable. */
  unavailable: (): string => '/unavailable',
  status: (): string => '/status',
  /** Page that is rendered in place of every page during maintenance. */
  maintenance: (): string => '/maintenance',
  siteStyles: (version: string): string => `/site.css?v=${version}`,
}
