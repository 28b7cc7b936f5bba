import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#contracts/platform/errors.ts'
import { findSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import { fetchSettlementPayee } from '#server/money/settlement-accounts/refresh-payee.ts'
import { checkSettlement } from '#server/money/settlements/send-settlement.ts'
import { findSettlementOfProvider } from '#server/money/settlements/settlement-rows.ts'
import { findPayee } from './payee-rows.ts'
import { findPayoutOfProvider } from './payout-rows.ts'
import { fetchPayee } from './refresh-payee.ts'
import { checkPayout } from './send-payout.ts'

/**
 * Fetches and records the state of the account or payout that the event names, of a member or a promoter. Ignores unknown
 * ids. A payout whose provider id isn't stored yet is checked by a job later.
 */
export async function handlePayeeEvent(
  context: Context,
  event: { payeeId: string } | { payeeId: string; payoutId: string },
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  if ('payoutId' in event) return handlePayoutEvent(context, event)
  const provider = context.payments.name
  const { payeeId } = event
  const [member, promoter] = await Promise.all([
    findPayee(context.db, { provider, payeeId }),
    findSettlementPayee(context.db, { provider, payeeId }),
  ])
  const heard = member ? await fetchPayee(context, member) : succeed(null)
  if (!heard.success) return heard
  const refreshed = promoter ? await fetchSettlementPayee(context, promoter) : succeed(null)
  return refreshed.success ? succeed(null) : refreshed
}

async function handlePayoutEvent(
  context: Context,
  { payeeId, payoutId }: { payeeId: string; payoutId: string },
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const find = { provider: context.payments.name, providerPayoutId: payoutId }
  const [payout, settlement] = await Promise.all([
    findPayoutOfProvider(context.db, find),
    findSettlementOfProvider(context.db, find),
  ])
  const isHeard =
    (payout?.payeeId !== payeeId || (await checkPayout(context, payout))) &&
    (settlement?.payeeId !== payeeId || (await checkSettlement(context, settlement)))
  return isHeard ? succeed(null) : fail('PAYMENT_PROVIDER_FAILED')
}
