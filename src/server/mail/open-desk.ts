import type { Context } from '../context.ts'
import type { Desk } from './compose-account-mail.ts'
import { oneLine, type Sender } from './letter.ts'
import { findPromoterSender } from './mail-rows.ts'

/** Whose mail it is, and the origin that its links have where a request has shown one. Links to this machine lead to `port`. */
export interface MailAbout {
  promoterId: string | null
  origin: string | null
  port: number
}

/** What a letter is made with, and whose look it has. */
export async function openDesk(
  context: Context,
  { promoterId, origin: shown, port }: MailAbout,
): Promise<{ desk: Desk; sender: Sender }> {
  const { sender: found, host } = await findSender(context, promoterId)
  const origin = shown ?? originOf(host, port)
  // Uploaded pictures are named by their path: a letter is read elsewhere.
  const logoUrl = found.logoUrl.startsWith('/') ? origin + found.logoUrl : found.logoUrl
  const sender = { ...found, logoUrl }
  return { desk: { context, origin, siteName: oneLine(sender.siteName) }, sender }
}

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

/** Where a host is reached when no request has shown it: by HTTPS, but for names of this machine. */
const originOf = (host: string, port: number): string =>
  /(^|\.)localhost$|^127\.|^\[::1\]$/.test(host) ? `http://${host}:${port}` : `https://${host}`
