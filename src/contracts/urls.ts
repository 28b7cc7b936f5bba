import type { EventFilters } from './catalog.ts'

/** Every page address. Pages, islands and e-mails build links with these and with nothing else. */
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
  register: (): string => '/register',
  /** `next` is a path of this site to go on to. */
  login: (next?: string): string => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  forgotPassword: (): string => '/forgot-password',
  /** The token stands behind the #, where no log and no referrer sees it. */
  resetPassword: (token: string): string => `/reset-password#${token}`,
  verifyEmail: (token?: string): string => (token ? `/verify-email#${token}` : '/verify-email'),
  account: (): string => '/account',
  accountSecurity: (): string => '/account/security',
  accountOrders: (): string => '/account/orders',
  staffEarnings: (): string => '/account/staff/earnings',
  staff: (): string => '/account/staff',
  staffProfile: (): string => '/account/staff/profile',
  staffAssignments: (): string => '/account/staff/assignments',
  staffLinks: (): string => '/account/staff/links',
  staffLink: (id: string): string => `/account/staff/links/${id}`,
  /** A raw file, for whoever the token names; the days are both included. */
  staffStatement: (memberId: string, format: 'csv' | 'pdf', days: { from: string; to: string }): string =>
    `/api/staff/${memberId}/earnings/statement.${format}?${new URLSearchParams(days).toString()}`,
  /** Of an owner of several promoters, the one that is meant. */
  promoterSite: (promoterId?: string): string =>
    promoterId ? `/promoter/site?promoter=${promoterId}` : '/promoter/site',
  /** The storefront in a look that is not saved: takes a form, answers a page for a frame. */
  sitePreview: (): string => '/promoter/site/preview',
  sitemap: (): string => '/sitemap.xml',
  manifest: (): string => '/manifest.webmanifest',
  /** The picture that goes with a link when it is shared. The version changes with what it shows. */
  sharePicture: (version: string): string => `/share.png?v=${version}`,
  eventSharePicture: (slug: string, version: string): string => `/events/${slug}/share.png?v=${version}`,
  /** A file that was uploaded, by its name in the store. */
  upload: (name: string): string => `/uploads/${name}`,
  devMailbox: (mailId?: string): string => (mailId ? `/dev/mailbox/${mailId}` : '/dev/mailbox'),
  /** The mail alone, as a mail program would show it. */
  devMailboxHtml: (mailId: string): string => `/dev/mailbox/${mailId}/html`,
  /** Shown in another page's place. */
  loadingSite: (): string => '/loading-site',
  siteStyles: (version: string): string => `/site.css?v=${version}`,
  sandboxChallenge: (intentId: string): string => `/sandbox/challenge/${intentId}`,
  sandboxOnboarding: (payeeId: string, returnUrl: string): string =>
    `/sandbox/onboarding/${payeeId}?${new URLSearchParams({ return: returnUrl }).toString()}`,
  sandboxDashboard: (payeeId: string): string => `/sandbox/dashboard/${payeeId}`,
}
