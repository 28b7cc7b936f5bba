import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { callProvider, unlessBalanceInsufficient } from '#server/money/payments/call-provider.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { callPayeeProvider } from './call-payee-provider.ts'
import { lockPayee } from './payee-rows.ts'
import {
  recordRefusedPayoutTransfer,
  findPayout,
  lockPayout,
  markPayoutShortOfFunds,
  planPayoutTransfer,
  setPayoutTransfer,
  type PayoutRow,
} from './payout-rows.ts'
import { failPayout, recordPayoutUpdate } from './settle-payout.ts'

/**
 * Transfers an approved payout to the payee's account and pays it out to the bank, or checks a payout that was sent or
 * recently paid. Both calls use the payout's id as idempotency key, so that repeating them after a lost response or a crash
 * doesn't move the money twice. While the balance at the provider is too low, the payout stays approved and is retried.
 */
export async function carryOutPayout(context: Context, payoutId: string): Promise<void> {
  const payout = await findPayout(context.db, payoutId)
  if (payout?.status === 'approved') await send(context, payout)
  if (payout?.status === 'sent' || payout?.status === 'paid') await checkPayout(context, payout)
}

async function send(context: Context, payout: PayoutRow): Promise<void> {
  const moved = await moveToPayee(context, payout)
  if (!moved) return
  const { id: key, payeeId, amountCents, currency } = payout
  const result = await callPayeeProvider(context, (payees) =>
    unlessBalanceInsufficient(payees.payOut({ key, payeeId, amountCents, currency })),
  )
  if (result.success) return result.data ? settle(context, key, result.data) : waitForFunds(context, payout)
  if (result.error.code === 'PAYEE_REFUSED') await refuse(context, payout.id, result.error.details)
}

async function moveToPayee(context: Context, payout: PayoutRow): Promise<boolean> {
  const { id: key, payeeId, currency, promoterId } = payout
  const planned = await transact<number | undefined, never>(context.db, async (trx) => {
    await lockPayee(trx, payout)
    return succeed(await planPayoutTransfer(trx, payout))
  })
  const amountCents = planned.success ? planned.data : undefined
  if (amountCents === undefined) return false
  if (amountCents === 0 || payout.transferId !== null) return true
  const group = `promoter:${promoterId}`
  const result = await callPayeeProvider(context, (payees) =>
    unlessBalanceInsufficient(payees.transfer({ key, payeeId, amountCents, currency, group })),
  )
  if (result.success) {
    if (!result.data) {
      await waitForFunds(context, payout)
      return false
    }
    const now = new Date(context.clock.now())
    await setPayoutTransfer(context.db, { id: key, transferId: result.data.id, now })
    return true
  }
  if (result.error.code === 'PAYEE_REFUSED') await refuse(context, payout.id, result.error.details)
  return false
}

async function waitForFunds(context: Context, { id, promoterId }: PayoutRow): Promise<void> {
  await markPayoutShortOfFunds(context.db, { id, now: new Date(context.clock.now()) })
  context.log.warn({ payoutId: id, promoterId }, 'A payout waits: the balance at the provider is too low')
}

/** Fetches and records the payout's state. Returns false if the provider didn't respond. */
export async function checkPayout(context: Context, payout: PayoutRow): Promise<boolean> {
  const { payeeId, providerPayoutId } = payout
  if (providerPayoutId === null) return true
  const answer = await callProvider(context, () =>
    context.payments.payees.fetchPayout(payeeId, providerPayoutId),
  )
  if (answer.success) await settle(context, payout.id, answer.data)
  return answer.success
}

const settle = (context: Context, payoutId: string, reported: ProviderPayout): Promise<void> =>
  withPayout(context, payoutId, (trx, payout) =>
    recordPayoutUpdate(trx, { payout, reported, now: new Date(context.clock.now()) }),
  )

/**
 * Records that the provider finally refused the payout. Money that was already transferred stays in the payee's account for
 * the next payout.
 */
const refuse = (context: Context, payoutId: string, details: unknown): Promise<void> =>
  withPayout(context, payoutId, async (trx, payout) => {
    if (payout.status !== 'approved') return
    await recordRefusedPayoutTransfer(trx, payoutId)
    await failPayout(trx, { payout, reason: reasonIn(details), now: new Date(context.clock.now()) })
  })

async function withPayout(
  context: Context,
  payoutId: string,
  work: (trx: PipelinedTransaction, payout: PayoutRow) => Promise<void>,
): Promise<void> {
  await transact<null, never>(context.db, async (trx) => {
    const payout = await lockPayout(trx, payoutId)
    if (payout) await work(trx, payout)
    return succeed(null)
  })
}

const reasonIn = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'reason' in details && typeof details.reason === 'string'
    ? details.reason
    : 'The payment provider refused the payout.'
