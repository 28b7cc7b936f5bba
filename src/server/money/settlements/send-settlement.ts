import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { callProvider, unlessBalanceInsufficient } from '#server/money/payments/call-provider.ts'
import { callPayeeProvider } from '#server/money/payouts/call-payee-provider.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { lockSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import { finishSettlementCancellation } from '#server/money/settlement-cancelling/cancel-settlement.ts'
import {
  MAX_CALL_MS,
  claimSettlementCall,
  settlementTransferGroup,
} from '#server/money/settlement-cancelling/cancelling-rows.ts'
import { recordProviderPayout, returnSettlementToBalance } from './record-settlement.ts'
import {
  recordRefusedSettlementTransfer,
  findSettlement,
  lockSettlement,
  markSettlementShortOfFunds,
  planSettlementTransfer,
  setSettlementTransfer,
  type SettlementRow,
} from './settlement-rows.ts'

interface Provided extends SettlementRow {
  provider: string
  payeeId: string
}

/**
 * Transfers an open settlement to the promoter's account and pays it out to the bank, checks a settlement that was sent or
 * recently paid, or continues a cancellation. Both calls use the settlement's id as idempotency key, so that repeating them
 * after a lost response or a crash doesn't move the money twice. While the platform's balance at the provider is too low,
 * the settlement stays open and is retried.
 */
export async function carryOutSettlement(context: Context, id: string): Promise<void> {
  const settlement = await findSettlement(context.db, { id })
  if (!settlement || !isProvided(settlement)) return
  if (settlement.status === 'open') await send(context, settlement)
  if (settlement.status === 'cancelling') await finishSettlementCancellation(context, id)
  if (settlement.status === 'sent' || settlement.status === 'paid') await checkSettlement(context, settlement)
}

const isProvided = (settlement: SettlementRow): settlement is Provided =>
  settlement.provider !== null && settlement.payeeId !== null

async function send(context: Context, settlement: Provided): Promise<void> {
  const moved = await moveToPayee(context, settlement)
  const { id: key, payeeId, amountCents, currency } = settlement
  if (!moved || !(await claimSettlementCall(context.db, { id: key, callsUntil: callsUntil(context) }))) return
  const result = await callPayeeProvider(context, (payees) =>
    unlessBalanceInsufficient(payees.payOut({ key, payeeId, amountCents, currency })),
  )
  if (result.success)
    return result.data ? record(context, key, result.data) : waitForFunds(context, settlement)
  if (result.error.code === 'PAYEE_REFUSED') await refuse(context, key, result.error.details)
}

async function moveToPayee(context: Context, settlement: Provided): Promise<boolean> {
  const { id: key, payeeId, currency, promoterId } = settlement
  const planned = await transact<number | undefined, never>(context.db, async (trx) => {
    await lockSettlementPayee(trx, settlement)
    return succeed(await planSettlementTransfer(trx, { id: key, callsUntil: callsUntil(context) }))
  })
  const amountCents = planned.success ? planned.data : undefined
  if (amountCents === undefined) return false
  if (amountCents === 0 || settlement.transferId !== null) return true
  const group = settlementTransferGroup(promoterId)
  const result = await callPayeeProvider(context, (payees) =>
    unlessBalanceInsufficient(payees.transfer({ key, payeeId, amountCents, currency, group })),
  )
  if (!result.success) {
    if (result.error.code === 'PAYEE_REFUSED') await refuse(context, key, result.error.details)
    return false
  }
  if (!result.data) {
    await waitForFunds(context, settlement)
    return false
  }
  const now = new Date(context.clock.now())
  await setSettlementTransfer(context.db, { id: key, transferId: result.data.id, now })
  return true
}

const callsUntil = (context: Context): Date => new Date(context.clock.now() + MAX_CALL_MS)

async function waitForFunds(context: Context, { id, promoterId }: Provided): Promise<void> {
  await markSettlementShortOfFunds(context.db, { id, now: new Date(context.clock.now()) })
  context.log.warn(
    { settlementId: id, promoterId },
    'A settlement waits: the balance at the provider is too low',
  )
}

/** Fetches and records the settlement's state. Returns false if the provider didn't respond. */
export async function checkSettlement(context: Context, settlement: SettlementRow): Promise<boolean> {
  const { payeeId, providerPayoutId } = settlement
  if (payeeId === null || providerPayoutId === null) return true
  const answer = await callProvider(context, () =>
    context.payments.payees.fetchPayout(payeeId, providerPayoutId),
  )
  if (answer.success) await record(context, settlement.id, answer.data)
  return answer.success
}

const record = (context: Context, id: string, reported: ProviderPayout): Promise<void> =>
  withSettlement(context, id, (trx, settlement) =>
    recordProviderPayout(trx, { settlement, reported, now: new Date(context.clock.now()) }),
  )

/**
 * Records that the provider finally refused the settlement. Money that was already transferred stays in the promoter's
 * account for the next settlement.
 */
const refuse = (context: Context, id: string, details: unknown): Promise<void> =>
  withSettlement(context, id, async (trx, settlement) => {
    if (settlement.status !== 'open') return
    await recordRefusedSettlementTransfer(trx, id)
    const reason = reasonIn(details)
    await returnSettlementToBalance(trx, {
      settlement,
      to: 'failed',
      reason,
      now: new Date(context.clock.now()),
    })
  })

async function withSettlement(
  context: Context,
  id: string,
  work: (trx: PipelinedTransaction, settlement: SettlementRow) => Promise<void>,
): Promise<void> {
  await transact<null, never>(context.db, async (trx) => {
    const settlement = await lockSettlement(trx, id)
    if (settlement) await work(trx, settlement)
    return succeed(null)
  })
}

const reasonIn = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'reason' in details && typeof details.reason === 'string'
    ? details.reason
    : 'The payment provider refused the payout.'
