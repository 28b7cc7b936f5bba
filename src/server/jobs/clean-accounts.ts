import { SESSION_LIMITS } from '#model/accounts.ts'
import { forgetUnverified } from '../accounts/account-rows.ts'
import { forgetExpired } from '../accounts/clean-rows.ts'
import type { Context } from '../context.ts'

const BATCH = 500
/** How long whoever has registered may take to verify the address. */
const UNVERIFIED_MS = 7 * 86_400_000

/** Takes out what has expired: sessions, tokens, challenges, limits, and accounts that nobody has verified. */
export async function cleanAccounts(context: Context): Promise<void> {
  const time = context.clock.now()
  await forgetExpired(context.db, {
    now: new Date(time),
    // A used one that comes back later than this is unknown: no cookie lives so long.
    tokensBefore: new Date(time - SESSION_LIMITS.customer.idleSeconds * 1000),
    limit: BATCH,
  })
  await forgetUnverified(context.db, { before: new Date(time - UNVERIFIED_MS), limit: BATCH })
}
