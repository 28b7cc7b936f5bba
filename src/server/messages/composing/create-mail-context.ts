import { FALLBACK_SITE_SETTINGS } from '#model/sites/sites.ts'
import { withoutWebAddresses } from '#model/platform/web-addresses.ts'
import type { Context } from '#server/context.ts'
import { parentHosts } from '#server/people/promoters/site-hosts.ts'
import type { MailContext } from './compose-account-mail.ts'
import { toOneLine } from '#server/messages/mail-content/mail-content.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'
import { ORDER_MAIL_KINDS } from '#server/platform/outbox/mail-facts.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'

/**
 * Data that determines an email's sender and links. `kind` defaults to an order email. `origin`: origin of the request, of
 * which only the scheme and a known host are used, because clients can send any port. `port`: port that Foyer listens on;
 * previews omit it and use the origin's port.
 */
export interface MailAbout {
  kind?: string
  promoterId: string | null
  origin: string | null
  port?: number
}

export async function createMailContext(
  context: Context,
  { kind, promoterId, origin: shown, port = portOf(shown) }: MailAbout,
): Promise<{ mailContext: MailContext; sender: Sender }> {
  const { sender: found, hosts } = await findSender(context, promoterId)
  const mayLinkTo = (host: string): boolean =>
    kind === undefined || ORDER_MAIL_KINDS.has(kind) || isMainOrBelow(context, host)
  const host = hosts.find(mayLinkTo) ?? mainHostOf(context)
  const origin = originFor(context, { shown: knownUrl(context, shown), host, mayLinkTo, port })
  // Emails need absolute URLs, and many mail programs support neither WebP nor SVG.
  const logo = found.logoUrl.replace(/\.(webp|svg)$/, '.png')
  const logoUrl = logo.startsWith('/') ? origin + logo : logo
  const siteName = withoutWebAddresses(found.siteName) || FALLBACK_SITE_SETTINGS.siteName
  const senderName = withoutWebAddresses(found.senderName) || siteName
  const sender = { ...found, logoUrl, siteName, senderName }
  return { mailContext: { context, origin, siteName: toOneLine(sender.siteName) }, sender }
}

const HTTP_PORT = 80

const portOf = (origin: string | null): number =>
  Number((origin !== null && URL.canParse(origin) && new URL(origin).port) || HTTP_PORT)

const mainHostOf = ({ config }: Context): string => config.MAIN_HOSTS[0] ?? 'localhost'

/** Returns the branding of the promoter, or of the main site. `hosts`: the promoter's hosts, canonical one first. */
async function findSender(
  context: Context,
  promoterId: string | null,
): Promise<{ sender: Sender; hosts: readonly string[] }> {
  const promoter = promoterId === null ? undefined : await findPromoterSender(context.db, promoterId)
  if (promoter) return { sender: promoter, hosts: promoter.hosts }
  const main = context.sites.resolve(mainHostOf(context))
  const replyTo = (main.kind === 'main' && main.contactEmail) || ''
  return { sender: { ...main.settings, senderName: main.settings.siteName, replyTo }, hosts: [] }
}

/** True for hosts that the operator controls: main hosts and their subdomains. Promoters control custom domains. */
const isMainOrBelow = ({ config }: Context, host: string): boolean =>
  config.MAIN_HOSTS.includes(host) || parentHosts(config).some((main) => host.endsWith(`.${main}`))

/** Parses the URL of a request. Undefined if no site has its host. */
function knownUrl({ sites }: Context, shown: string | null): URL | undefined {
  if (shown === null || !URL.canParse(shown)) return undefined
  const url = new URL(shown)
  return sites.resolve(url.hostname).kind === 'unknown' ? undefined : url
}

/**
 * Returns the origin of the request if the email may link to its host. Otherwise returns the origin of `host`, with the
 * request's scheme.
 */
function originFor(
  { config }: Context,
  mail: { shown: URL | undefined; host: string; mayLinkTo: (host: string) => boolean; port: number },
): string {
  const { shown, port } = mail
  const host = shown && mail.mayLinkTo(shown.hostname) ? shown.hostname : mail.host
  // Without a proxy, hosts are reached on the port that Foyer listens on.
  if (shown?.protocol === 'http:' && config.TRUSTED_PROXIES.length === 0)
    return new URL(`http://${host}:${port}`).origin
  return originOf(host, port)
}

/** Returns the default origin of a host: HTTP with the port for loopback names, otherwise HTTPS. */
const originOf = (host: string, port: number): string =>
  /(^|\.)localhost$|^127\.|^\[::1\]$/.test(host) ? `http://${host}:${port}` : `https://${host}`
