import type { Context } from '#server/context.ts'
import { findOrderView } from '#server/sales/orders/order-rows.ts'
import { readPassContent } from '#server/sales/wallets/find-wallet-ticket.ts'
import { finishPassUpdate, claimDuePassUpdates, type DuePassUpdate } from './google-pass-rows.ts'
import { isGoogleUnavailable } from './google-wallet.ts'
import { writeGooglePass } from './write-google-pass.ts'

const BATCH = 20

/** Sends changed passes to Google, which updates them on phones. */
export async function updateGooglePasses(context: Context, signal?: AbortSignal): Promise<void> {
  if (!context.wallets.google) return
  while (!signal?.aborted) {
    const now = new Date(context.clock.now())
    const due = await claimDuePassUpdates(context.db, { now, limit: BATCH })
    // One after another, because Google limits the rate of requests.
    for (const update of due) await updateOne(context, update)
    if (due.length < BATCH) return
  }
}

async function updateOne(context: Context, update: DuePassUpdate): Promise<void> {
  const { google } = context.wallets
  const row = await findOrderView(context.db, update.orderId)
  if (!google || !row) return
  try {
    const content = await readPassContent(context, row, update)
    const done = await google.put(writeGooglePass(google.issuer, update, content))
    if (done === 'done') await finishPassUpdate(context.db, update)
  } catch (error) {
    if (!isGoogleUnavailable(error)) throw error
    const { failures } = update
    context.log.warn({ problem: error.message, failures }, 'A ticket in Google Wallet could not be updated')
  }
}
