import { FALLBACK_SETTINGS } from '#model/sites.ts'
import { withoutWebAddresses } from '#model/web-addresses.ts'
import type { Context } from '../context.ts'
import { parentHosts } from '../promoters/site-hosts.ts'
import type { Desk } from './compose-account-mail.ts'
import { oneLine } from './letter.ts'
import type { Sender } from './sender.ts'
import { ORDER_MAIL_KINDS } from './mail-facts.ts'
import { findPromoterSender } from './mail-rows.ts'

/**
 * Whose mail it is, and the origin that the browser was on. Of that the scheme counts, and the host where it is known; the port never
 * does: whoever asks may name any. `port` is the one that Foyer listens on; missing in a preview, which only the caller sees: then the
 * origin's own. Without a `kind`, it is about orders.
 */
export interface MailAbout {
  kind?: string
  promoterId: string | null
  origin: string | null
  port?: number
}

/** What a letter is made with, and whose look it has. */
export async function openDesk(
  context: Context,
  { kind, promoterId, origin: shown, port = portOf(shown) }: MailAbout,
): Promise<{ desk: Desk; sender: Sender }> {
  const { sender: found, hosts } = await findSender(context, promoterId)
  const mayLinkTo = (host: string): boolean =>
    kind === undefined || ORDER_MAIL_KINDS.has(kind) || isMainOrBelow(context, host)
  const host = hosts.find(mayLinkTo) ?? mainHostOf(context)
  const origin = originFor(context, { shown: knownUrl(context, shown), host, mayLinkTo, port })
  // Pictures are named by their path: a mail is read elsewhere, and by programs that show neither WebP nor SVG.
  const logo = found.logoUrl.replace(/\.(webp|svg)$/, '.png')
  const logoUrl = logo.startsWith('/') ? origin + logo : logo
  const siteName = withoutWebAddresses(found.siteName) || FALLBACK_SETTINGS.siteName
  const senderName = withoutWebAddresses(found.senderName) || siteName
  const sender = { ...found, logoUrl, siteName, senderName }
  return { desk: { context, origin, siteName: oneLine(sender.siteName) }, sender }
}

const HTTP_PORT = 80

const portOf = (origin: string | null): number =>
  Number((origin !== null && URL.canParse(origin) && new URL(origin).port) || HTTP_PORT)

const mainHostOf = ({ config }: Context): string => config.MAIN_HOSTS[0] ?? 'localhost'

/** The main site's branding for mails that belong to no promoter. `hosts` are the promoter's, the canonical one first. */
async function findSender(
  context: Context,
  promoterId: string | null,
): Promise<{ sender: Sender; hosts: readonly string[] }> {
  const promoter = promoterId === null ? undefined : await findPromoterSender(context.db, promoterId)
  if (promoter) return { sender: promoter, hosts: promoter.hosts }
  const { settings } = context.sites.resolve(mainHostOf(context))
  return { sender: { ...settings, senderName: settings.siteName, replyTo: '' }, hosts: [] }
}

/** Whether the platform's operator controls the host: a main host, or a name below one. A custom domain is its promoter's. */
const isMainOrBelow = ({ config }: Context, host: string): boolean =>
  config.MAIN_HOSTS.includes(host) || parentHosts(config).some((main) => host.endsWith(`.${main}`))

/** Undefined unless the host is the main site's or a storefront's: a mail's links lead nowhere else. */
function knownUrl({ sites }: Context, shown: string | null): URL | undefined {
  if (shown === null || !URL.canParse(shown)) return undefined
  const url = new URL(shown)
  return sites.resolve(url.hostname).kind === 'unknown' ? undefined : url
}

/** The origin of the request where the mail may link to its host; otherwise that of `host`, in the request's scheme. */
function originFor(
  { config }: Context,
  mail: { shown: URL | undefined; host: string; mayLinkTo: (host: string) => boolean; port: number },
): string {
  const { shown, port } = mail
  const host = shown && mail.mayLinkTo(shown.hostname) ? shown.hostname : mail.host
  // Without a proxy, a name that isn't this machine's is reached on the port that Foyer listens on.
  if (shown?.protocol === 'http:' && config.TRUSTED_PROXIES.length === 0)
    return new URL(`http://${host}:${port}`).origin
  return originOf(host, port)
}

/** Where a host is reached when no request has shown it: by HTTPS, but for names of this machine. */
const originOf = (host: string, port: number): string =>
  /(^|\.)localhost$|^127\.|^\[::1\]$/.test(host) ? `http://${host}:${port}` : `https://${host}`
