import { fail } from '#contracts/platform/errors.ts'
import type { cancelSettlement as contract } from '#contracts/operator/settlements.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { callPayeeProvider } from '#server/money/payouts/call-payee-provider.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { lockSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  recordReversedSettlementTransfer,
  setProviderProblem,
  settlementTransferGroup,
  startCancelling,
} from './cancelling-rows.ts'
import { logSettlement } from '#server/money/settlements/log-settlement.ts'
import {
  recordProviderPayout,
  returnSettlementToBalance,
} from '#server/money/settlements/record-settlement.ts'
import {
  findSettlement,
  lockSettlement,
  type SettlementRow,
} from '#server/money/settlements/settlement-rows.ts'
import { viewOperatorSettlement } from '#server/money/settlements/settlement-views.ts'
import { reverseTransfer } from './reverse-transfers.ts'

/**
 * Cancels a settlement at once if the provider wasn't asked to pay it. Otherwise changes its status to `cancelling`, so that
 * no job sends it any more, and asks the provider what it has already moved.
 */
export const cancelSettlement: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { id } = call.params
  if (!isUuid(id)) return fail('NOT_FOUND')
  const accountId = call.account.id
  const { reason } = call.body
  const now = new Date(context.clock.now())
  const begun = await transact<null, 'NOT_FOUND' | 'SETTLEMENT_MOVED'>(context.db, async (trx) => {
    const settlement = await lockSettlement(trx, id)
    if (!settlement) return fail('NOT_FOUND')
    if (settlement.status === 'cancelling') return succeed(null)
    if (settlement.status !== 'open') return fail('SETTLEMENT_MOVED')
    const isAsked = settlement.transferCents !== null
    if (isAsked) await startCancelling(trx, { id, accountId, reason, now })
    else await returnSettlementToBalance(trx, { settlement, to: 'cancelled', reason, now })
    const action = isAsked ? 'settlement.cancelling' : 'settlement.cancelled'
    await logSettlement(trx, { accountId, action, settlement, now })
    return succeed(null)
  })
  if (!begun.success) return begun
  await finishSettlementCancellation(context, id)
  const row = await findSettlement(context.db, { id })
  return row ? succeed({ settlement: viewOperatorSettlement(row) }) : fail('NOT_FOUND')
}

/**
 * Completes the cancellation of a settlement, once no earlier call to the provider can take effect. If the provider has made
 * the payout, records the settlement as sent. If it has only made the transfer, reverses it and cancels the settlement. Safe
 * to repeat.
 */
export async function finishSettlementCancellation(context: Context, id: string): Promise<void> {
  const settlement = await findSettlement(context.db, { id })
  if (settlement?.status !== 'cancelling') return
  const moved = await findMoved(context, settlement)
  if ('problem' in moved) await setProviderProblem(context.db, { id, problem: moved.problem })
  else await finish(context, { id, payout: moved.payout })
}

const NO_ANSWER = 'The payment provider didn’t respond. Foyer tries again every minute.'

type Moved = { payout: ProviderPayout | undefined } | { problem: string }

/** Returns the payout if the provider has made it. Otherwise reverses the transfer. */
async function findMoved(context: Context, settlement: SettlementRow): Promise<Moved> {
  const { id: key, provider, promoterId, callsUntil } = settlement
  // A settlement in status `cancelling` has an account at the provider.
  const payeeId = settlement.payeeId ?? ''
  if (provider !== context.payments.name)
    return { problem: 'The payment provider of this payout isn’t configured.' }
  if (callsUntil && callsUntil.getTime() > context.clock.now())
    return {
      problem:
        'An earlier request to the payment provider may still take effect. Foyer checks within 15 minutes.',
    }
  return lookUp(
    context,
    { key, payeeId, group: settlementTransferGroup(promoterId) },
    settlement.transferCents,
  )
}

async function lookUp(
  context: Context,
  find: { key: string; payeeId: string; group: string },
  transferCents: number | null,
): Promise<Moved> {
  const transfer = await callPayeeProvider(context, (payees) => payees.findTransfer(find))
  if (!transfer.success) return { problem: NO_ANSWER }
  // Without a transfer there is no payout, unless the money left in the account was sufficient for it.
  if (!transfer.data && transferCents !== 0) return { payout: undefined }
  const payout = await callPayeeProvider(context, (payees) => payees.findPayout(find))
  if (!payout.success) return { problem: NO_ANSWER }
  if (payout.data || !transfer.data || transfer.data.isReversed) return { payout: payout.data }
  return (await reverseTransfer(context, transfer.data.id)) ?? { payout: undefined }
}

async function finish(
  context: Context,
  { id, payout }: { id: string; payout: ProviderPayout | undefined },
): Promise<void> {
  const now = new Date(context.clock.now())
  await transact<null, never>(context.db, async (trx) => {
    const found = await findSettlement(trx, { id })
    if (found?.provider && found.payeeId !== null)
      await lockSettlementPayee(trx, { provider: found.provider, payeeId: found.payeeId })
    const settlement = await lockSettlement(trx, id)
    if (settlement?.status !== 'cancelling') return succeed(null)
    const { cancelledBy: accountId, reason } = settlement
    if (payout) await recordProviderPayout(trx, { settlement, reported: payout, now })
    else {
      await recordReversedSettlementTransfer(trx, id)
      await returnSettlementToBalance(trx, { settlement, to: 'cancelled', reason, now })
    }
    const action = payout ? 'settlement.not_cancelled' : 'settlement.cancelled'
    await logSettlement(trx, { accountId, action, settlement, now })
    return succeed(null)
  })
}
