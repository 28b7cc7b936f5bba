import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import {
  findWalletTicket,
  findWalletTicketOfPage,
  readPassContent,
  type WalletTicket,
} from '#server/sales/wallets/find-wallet-ticket.ts'
import { putWalletPass } from '#server/sales/wallets/pass-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import { markSavedInGoogle } from './google-pass-rows.ts'
import { isGoogleUnavailable } from './google-wallet.ts'
import { googleObjectId, writeGooglePass } from './write-google-pass.ts'

/**
 * URL that saves the ticket to Google Wallet. Otherwise:
 * - undefined: the ticket doesn't exist on this site, or Google Wallet isn't set up
 * - `page`: the ticket can't be saved, and the page of the order or ticket says why
 * - `busy`: Google doesn't respond, or too many requests are waiting
 */
type Answer = { url: string } | 'busy' | 'page' | undefined

/** Saves a ticket for callers who may open the order with this link id. */
export const saveToGoogle = async (
  context: Context,
  find: { site: Site; id: string; ticketId: string; client: Visitor },
): Promise<Answer> => save(context, await findWalletTicket(context, find), find.client.origin)

/** Saves a recipient's ticket, by the key of the ticket page. */
export const saveToGoogleOfPage = async (
  context: Context,
  find: { site: Site; ticketKey: string; origin: string },
): Promise<Answer> => save(context, await findWalletTicketOfPage(context, find), find.origin)

async function save(
  context: Context,
  found: WalletTicket | 'page' | undefined,
  origin: string,
): Promise<Answer> {
  const { google } = context.wallets
  if (!google || !found) return undefined
  if (found === 'page') return found
  const { row, pass } = found
  // The pass is stored before its content is read, so that a change in between is detected.
  await putWalletPass(context.db, { ...pass, now: new Date(context.clock.now()) })
  await markSavedInGoogle(context.db, pass)
  const content = await readPassContent(context, row, pass)
  if (content.isVoid) return 'page'
  try {
    const made = await google.put(writeGooglePass(google.issuer, pass, content))
    if (made === 'too many') return 'busy'
  } catch (error) {
    if (!isGoogleUnavailable(error)) throw error
    context.log.warn({ problem: error.message }, 'A ticket could not be added to Google Wallet')
    return 'busy'
  }
  return { url: await google.saveUrl(googleObjectId(google.issuer, pass), origin) }
}
