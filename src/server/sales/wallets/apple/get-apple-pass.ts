import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import {
  findWalletTicket,
  findWalletTicketOfPage,
  readPassContent,
  type WalletTicket,
  type PassContent,
} from '#server/sales/wallets/find-wallet-ticket.ts'
import { putWalletPass } from '#server/sales/wallets/pass-rows.ts'
import { passSerialOf, type PassId } from '#server/sales/wallets/pass-serials.ts'
import { readLogo } from '#server/sites/branding/read-logo.ts'
import type { Visitor } from '#server/use-case.ts'
import { writeApplePass } from './write-apple-pass.ts'

/** Base URL of the web service for devices, which append `/v1/…`. */
export const APPLE_SERVICE_PATH = '/api/wallet'

/**
 * A ticket's pass for Apple Wallet. Otherwise:
 * - undefined: the ticket doesn't exist on this site, or Apple Wallet isn't set up
 * - `page`: there is no pass, and the page of the order or ticket says why
 * - `busy`: too many passes are being signed
 */
type Answer = Buffer<ArrayBuffer> | 'busy' | 'page' | undefined

/** Returns the pass of a ticket for callers who may open the order with this link id. */
export const getApplePass = async (
  context: Context,
  find: { site: Site; id: string; ticketId: string; client: Visitor },
): Promise<Answer> => makePass(context, await findWalletTicket(context, find), find.client.origin)

/** Returns the pass of a recipient's ticket, by the key of the ticket page. */
export const getApplePassOfPage = async (
  context: Context,
  find: { site: Site; ticketKey: string; origin: string },
): Promise<Answer> => makePass(context, await findWalletTicketOfPage(context, find), find.origin)

async function makePass(
  context: Context,
  found: WalletTicket | 'page' | undefined,
  origin: string,
): Promise<Answer> {
  if (!context.wallets.apple || !found) return undefined
  if (found === 'page') return found
  const { row, pass } = found
  // The pass is stored before its content is read, so that a change in between is detected.
  await putWalletPass(context.db, { ...pass, now: new Date(context.clock.now()) })
  const content = await readPassContent(context, row, pass)
  if (!isOffered(content)) return 'page'
  return (await signApplePass(context, { pass, content, origin })) ?? 'busy'
}

/** True if the ticket can have a pass. Void tickets can't, and Apple Wallet can't show live codes. */
const isOffered = ({ isVoid, ticket }: PassContent): boolean => !isVoid && ticket.codeMode !== 'live'

const LOGO_PIXELS = { width: 480, height: 150 }

/** Signs the current content of a pass. Returns undefined when too many passes are being signed. */
export async function signApplePass(
  context: Context,
  { pass, content, origin }: { pass: PassId; content: PassContent; origin: string },
): Promise<Buffer<ArrayBuffer> | undefined> {
  const serial = passSerialOf(pass)
  return context.wallets.apple?.sign(writeApplePass({ serial, ...content }), {
    webServiceUrl: origin + APPLE_SERVICE_PATH,
    token: context.wallets.passTokens.sign(serial),
    logo: await readLogo(context, { url: content.sender.logoUrl, ...LOGO_PIXELS }),
  })
}
