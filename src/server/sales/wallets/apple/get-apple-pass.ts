import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { mayOpenOrder } from '#server/sales/orders/order-access.ts'
import type { OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { findTicket, readPassContent } from '#server/sales/wallets/find-ticket.ts'
import { putPass } from '#server/sales/wallets/pass-rows.ts'
import { serialOf, type PassId } from '#server/sales/wallets/pass-serials.ts'
import { readLogo } from '#server/sites/branding/read-logo.ts'
import type { Visitor } from '#server/use-case.ts'
import { writeApplePass } from './write-apple-pass.ts'

/** Base URL of the service; devices append `/v1/…`. */
export const APPLE_SERVICE_PATH = '/api/wallet'

/**
 * Returns a ticket's pass for Apple Wallet, for those who may open the order by this link id. Otherwise:
 * - undefined: the ticket doesn't exist here, or passes aren't set up
 * - `order page`: the link has expired, or the ticket doesn't admit
 * - `busy`: too many passes are being signed
 */
export async function getApplePass(
  context: Context,
  find: { site: Site; id: string; ticketId: string; client: Visitor },
): Promise<Buffer<ArrayBuffer> | 'busy' | 'order page' | undefined> {
  const found = context.wallets.apple && (await findTicket(context, find))
  if (!found) return undefined
  const { row, pass } = found
  if (!(await mayOpenOrder(context, row, find.client))) return 'order page'
  // Stored before the pass is drawn, so that a change in between is noticed.
  await putPass(context.db, { ...pass, now: new Date(context.clock.now()) })
  const drawn = await drawPass(context, { row, pass, origin: find.client.origin })
  if (!drawn) return 'busy'
  return drawn.isVoid ? 'order page' : drawn.bytes
}

const LOGO_PIXELS = { width: 480, height: 150 }

/** Undefined when too many passes are being signed. */
export async function drawPass(
  context: Context,
  draw: { row: OrderViewRow; pass: PassId; origin: string },
): Promise<{ bytes: Buffer<ArrayBuffer>; isVoid: boolean } | undefined> {
  const { row, pass, origin } = draw
  const serial = serialOf(pass)
  const content = await readPassContent(context, row, pass)
  const bytes = await context.wallets.apple?.sign(writeApplePass({ serial, ...content }), {
    webServiceUrl: origin + APPLE_SERVICE_PATH,
    token: context.wallets.marks.sign(serial),
    logo: await readLogo(context, { url: content.sender.logoUrl, ...LOGO_PIXELS }),
  })
  return bytes && { bytes, isVoid: content.isVoid }
}
