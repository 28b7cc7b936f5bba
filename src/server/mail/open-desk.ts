import type { Context } from '../context.ts'
import type { Desk } from './compose-account-mail.ts'
import { oneLine, type Sender } from './letter.ts'
import { findPromoterSender } from './mail-rows.ts'

/**
 * Whose mail it is, and the origin that the browser was on. Of that the scheme counts, and the host where it is known; the port never
 * does: whoever asks may name any. `port` is the one that Foyer listens on; missing in a preview, which only the caller sees: then the
 * origin's own.
 */
export interface MailAbout {
  promoterId: string | null
  origin: string | null
  port?: number
}

/** What a letter is made with, and whose look it has. */
export async function openDesk(
  context: Context,
  { promoterId, origin: shown, port = portOf(shown) }: MailAbout,
): Promise<{ desk: Desk; sender: Sender }> {
  const { sender: found, host } = await findSender(context, promoterId)
  const origin = knownOrigin(context, { shown, port }) ?? originOf(host, port)
  // Uploaded pictures are named by their path: a letter is read elsewhere.
  const logoUrl = found.logoUrl.startsWith('/') ? origin + found.logoUrl : found.logoUrl
  const sender = { ...found, logoUrl }
  return { desk: { context, origin, siteName: oneLine(sender.siteName) }, sender }
}

const HTTP_PORT = 80

const portOf = (origin: string | null): number =>
  Number((origin !== null && URL.canParse(origin) && new URL(origin).port) || HTTP_PORT)

/** The main site's look for what is no promoter's. */
async function findSender(
  context: Context,
  promoterId: string | null,
): Promise<{ sender: Sender; host: string }> {
  const mainHost = context.config.MAIN_HOSTS[0] ?? 'localhost'
  const promoter = promoterId === null ? undefined : await findPromoterSender(context.db, promoterId)
  if (promoter) return { sender: promoter, host: promoter.host ?? mainHost }
  const { settings } = context.sites.resolve(mainHost)
  return { sender: { ...settings, senderName: settings.siteName, replyTo: '' }, host: mainHost }
}

/** Undefined without a host of the main site or of a storefront: a mail's links lead nowhere else. */
function knownOrigin(
  { sites, config }: Context,
  { shown, port }: { shown: string | null; port: number },
): string | undefined {
  if (shown === null || !URL.canParse(shown)) return undefined
  const { protocol, hostname } = new URL(shown)
  if (sites.resolve(hostname).kind === 'unknown') return undefined
  // Without a proxy, a name that isn't this machine's is reached on the port that Foyer listens on.
  if (protocol === 'http:' && config.TRUSTED_PROXIES.length === 0)
    return new URL(`http://${hostname}:${port}`).origin
  return originOf(hostname, port)
}

/** Where a host is reached when no request has shown it: by HTTPS, but for names of this machine. */
const originOf = (host: string, port: number): string =>
  /(^|\.)localhost$|^127\.|^\[::1\]$/.test(host) ? `http://${host}:${port}` : `https://${host}`
