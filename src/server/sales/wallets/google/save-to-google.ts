import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { mayOpenOrder } from '#server/sales/orders/order-access.ts'
import { findTicket, readPassContent } from '#server/sales/wallets/find-ticket.ts'
import { putPass } from '#server/sales/wallets/pass-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import { markInGoogle } from './google-pass-rows.ts'
import { GoogleUnavailable } from './google-wallet.ts'
import { googleObjectId, writeGooglePass } from './write-google-pass.ts'

/**
 * Creates the ticket's object at Google and returns the URL that saves it, for those who may open the order by this link id. Otherwise:
 * - undefined: the ticket doesn't exist here, or Google Wallet isn't set up
 * - `order page`: the link has expired, or the ticket doesn't admit
 * - `busy`: Google doesn't answer, or too many requests are waiting
 */
export async function saveToGoogle(
  context: Context,
  find: { site: Site; id: string; ticketId: string; client: Visitor },
): Promise<{ url: string } | 'busy' | 'order page' | undefined> {
  const { google } = context.wallets
  const found = google && (await findTicket(context, find))
  if (!found) return undefined
  const { row, pass } = found
  if (!(await mayOpenOrder(context, row, find.client))) return 'order page'
  // Stored before the content is read, so that a change in between is noticed.
  await putPass(context.db, { ...pass, now: new Date(context.clock.now()) })
  await markInGoogle(context.db, pass)
  const content = await readPassContent(context, row, pass)
  if (content.isVoid) return 'order page'
  try {
    const made = await google.put(writeGooglePass(google.issuer, pass, content))
    if (made === 'too many') return 'busy'
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    context.log.warn({ problem: error.message }, 'A ticket could not be added to Google Wallet')
    return 'busy'
  }
  return { url: await google.saveUrl(googleObjectId(google.issuer, pass), find.client.origin) }
}
