import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#contracts/platform/errors.ts'
import { findPayee } from './payee-rows.ts'
import { findPayoutOfProvider } from './payout-rows.ts'
import { refreshPayee } from './refresh-payee.ts'
import { checkPayout } from './send-payout.ts'

/** Fetches the state. Ignores foreign ids, and a payout whose id isn't stored yet, which the job checks later. */
export async function handlePayeeEvent(
  context: Context,
  about: { payeeId: string } | { payeeId: string; payoutId: string },
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const provider = context.payments.name
  if ('payoutId' in about) {
    const payout = await findPayoutOfProvider(context.db, { provider, providerPayoutId: about.payoutId })
    const isHeard = payout?.payeeId !== about.payeeId || (await checkPayout(context, payout))
    return isHeard ? succeed(null) : fail('PAYMENT_PROVIDER_FAILED')
  }
  const payee = await findPayee(context.db, { provider, payeeId: about.payeeId })
  const heard = payee ? await refreshPayee(context, payee) : succeed(null)
  return heard.success ? succeed(null) : heard
}
