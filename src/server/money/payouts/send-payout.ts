import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { callPayees } from './call-payees.ts'
import { lockPayee } from './payee-rows.ts'
import {
  dropTransfer,
  findPayout,
  lockPayout,
  planTransfer,
  setTransfer,
  type PayoutRow,
} from './payout-rows.ts'
import { failPayout, settlePayout } from './settle-payout.ts'

/**
 * Transfers an approved payout to the payee's account and pays it out to the bank; checks one that was sent or recently
 * paid. Each step uses the payout's id as idempotency key, so a repetition after a lost response or a crash moves the money
 * once.
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
  const told = await callPayees(context, (payees) => payees.payOut({ key, payeeId, amountCents, currency }))
  if (told.success) return settle(context, payout.id, told.data)
  if (told.error.code === 'PAYEE_REFUSED') await refuse(context, payout.id, told.error.details)
}

async function moveToPayee(context: Context, payout: PayoutRow): Promise<boolean> {
  const { id: key, payeeId, currency, promoterId } = payout
  const planned = await transact<number | undefined, never>(context.db, async (trx) => {
    await lockPayee(trx, payout)
    return succeed(await planTransfer(trx, payout))
  })
  const amountCents = planned.success ? planned.data : undefined
  if (amountCents === undefined) return false
  if (amountCents === 0 || payout.transferId !== null) return true
  const group = `promoter:${promoterId}`
  const told = await callPayees(context, (payees) =>
    payees.transfer({ key, payeeId, amountCents, currency, group }),
  )
  if (told.success) {
    const now = new Date(context.clock.now())
    await setTransfer(context.db, { id: key, transferId: told.data.id, now })
    return true
  }
  if (told.error.code === 'PAYEE_REFUSED') await refuse(context, payout.id, told.error.details)
  return false
}

/** Fetches and records the payout's state. False when the provider didn't respond. */
export async function checkPayout(context: Context, payout: PayoutRow): Promise<boolean> {
  const { payeeId, providerPayoutId } = payout
  if (providerPayoutId === null) return true
  const asked = await callProvider(context, () =>
    context.payments.payees.fetchPayout(payeeId, providerPayoutId),
  )
  if (asked.success) await settle(context, payout.id, asked.data)
  return asked.success
}

const settle = (context: Context, payoutId: string, told: ProviderPayout): Promise<void> =>
  withPayout(context, payoutId, (trx, payout) =>
    settlePayout(trx, { payout, told, now: new Date(context.clock.now()) }),
  )

/** Final refusal of the provider. Transferred money stays in the payee's account for the next payout. */
const refuse = (context: Context, payoutId: string, details: unknown): Promise<void> =>
  withPayout(context, payoutId, async (trx, payout) => {
    if (payout.status !== 'approved') return
    await dropTransfer(trx, payoutId)
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
    : 'The payment provider refused it.'
