import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { fail } from '#contracts/errors.ts'
import { findPayee } from './payee-rows.ts'
import { findPayoutOfProvider } from './payout-rows.ts'
import { refreshPayee } from './refresh-payee.ts'
import { askAfterPayout } from './send-payout.ts'

/**
 * News about somebody whom Foyer pays: it only says where to look. What is not known here is somebody else's, or a payout whose
 * number is not written down yet: the job asks after that.
 */
export async function hearOfPayee(
  context: Context,
  about: { payeeId: string } | { payeeId: string; payoutId: string },
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const provider = context.payments.name
  if ('payoutId' in about) {
    const payout = await findPayoutOfProvider(context.db, { provider, providerPayoutId: about.payoutId })
    const isHeard = payout?.payeeId !== about.payeeId || (await askAfterPayout(context, payout))
    return isHeard ? succeed(null) : fail('PAYMENT_PROVIDER_FAILED')
  }
  const payee = await findPayee(context.db, { provider, payeeId: about.payeeId })
  const heard = payee ? await refreshPayee(context, payee) : succeed(null)
  return heard.success ? succeed(null) : heard
}
