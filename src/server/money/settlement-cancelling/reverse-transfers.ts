import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { unlessBalanceInsufficient } from '#server/money/payments/call-provider.ts'
import { callPayeeProvider } from '#server/money/payouts/call-payee-provider.ts'
import { lockSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import { setProviderProblem } from './cancelling-rows.ts'
import { finishReversal, listUnreversedTransfers, startReversal } from './reversal-rows.ts'

/** Reverses a transfer. If that fails, returns a message that says why and what to do. */
export async function reverseTransfer(
  context: Context,
  transferId: string,
): Promise<{ problem: string } | undefined> {
  const reversed = await callPayeeProvider(context, (payees) =>
    unlessBalanceInsufficient(payees.reverseTransfer(transferId).then(() => true)),
  )
  if (reversed.success && reversed.data) return undefined
  if (!reversed.success && reversed.error.code === 'PAYMENT_PROVIDER_FAILED')
    return { problem: 'The payment provider didn’t respond. Foyer tries again.' }
  return {
    problem: `The payment provider has made transfer ${transferId} and can’t reverse it. Reverse it in the provider’s dashboard.`,
  }
}

/**
 * Reserves, for reversal, the transfers of failed settlements whose promoters are now paid by bank transfer. The bank
 * transfer pays the amount again, so the platform takes back the first transfer.
 */
export async function startReversals(context: Context, limit: number): Promise<void> {
  const now = new Date(context.clock.now())
  const provider = context.payments.name
  for (const { id, payeeId } of await listUnreversedTransfers(context.db, { provider, limit }))
    // One after the other: each holds the lock of its account.
    // oxlint-disable-next-line no-await-in-loop
    await transact<null, never>(context.db, async (trx) => {
      await lockSettlementPayee(trx, { provider, payeeId })
      await startReversal(trx, { id, now })
      return succeed(null)
    })
}

/** Makes a reserved reversal. Safe to repeat after a lost response or a crash. */
export async function carryOutReversal(
  context: Context,
  { id, transferId }: { id: string; transferId: string },
): Promise<void> {
  const failed = await reverseTransfer(context, transferId)
  if (failed) await setProviderProblem(context.db, { id, problem: failed.problem })
  else await finishReversal(context.db, id)
}
