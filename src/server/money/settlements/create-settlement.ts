import { fail } from '#contracts/platform/errors.ts'
import {
  divideBalance,
  settleableCents,
  settlementEntries,
  splitSettlement,
} from '#model/money/settlements.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { listSettlementSums, type SettlementSumsRow } from '#server/money/balances/balance-rows.ts'
import { addAllToBalanceTotals } from '#server/money/balances/add-to-balance-totals.ts'
import { findPayoutHoldSince, listBankAccountRows } from '#server/money/bank-accounts/bank-account-rows.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { findPromoterStatus } from '#server/people/promoters/promoter-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import {
  assignOwnTransaction,
  assignTransactions,
} from '#server/money/settlement-statements/statement-rows.ts'
import { findSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import { allocateSettlementNumber, type SettlementSettingsRow } from './settings-rows.ts'
import { findOpeningBalance, insertSettlement, listOpenCurrencies } from './settlement-rows.ts'

export type SettlementDestination =
  | { method: 'provider'; provider: string; payeeId: string }
  /** Currencies for which the promoter has usable bank details. */
  | { method: 'bank'; provider: null; payeeId: null; currencies: readonly string[] }

type NoDestination =
  | 'SETTLEMENT_HELD'
  | 'SETTLEMENT_METHOD_MISSING'
  | 'PAYOUT_ACCOUNT_MISSING'
  | 'PAYOUT_ACCOUNT_NOT_READY'

export async function findSettlementDestination(
  context: Pick<Context, 'clock' | 'payments'>,
  trx: PipelinedTransaction,
  { promoterId, settings }: { promoterId: string; settings: SettlementSettingsRow },
): Promise<Result<SettlementDestination, NoDestination>> {
  const { method, isHeld, holdReason } = settings
  if (isHeld) return fail('SETTLEMENT_HELD', { reason: holdReason })
  if ((await findPromoterStatus(trx, promoterId)) !== 'active')
    return fail('SETTLEMENT_HELD', { reason: 'Your storefront is closed.' })
  if (await findPayoutHoldSince(trx, promoterId)) return fail('SETTLEMENT_HELD', { reason: UNDONE })
  if (method === 'none') return fail('SETTLEMENT_METHOD_MISSING')
  if (method === 'bank') {
    const accounts = await listBankAccountRows(trx, { promoterId, now: new Date(context.clock.now()) })
    const currencies = accounts.flatMap((row) => (row.isInUse ? [row.currency] : []))
    if (currencies.length > 0) return succeed({ method, provider: null, payeeId: null, currencies })
    return fail(accounts.length > 0 ? 'PAYOUT_ACCOUNT_NOT_READY' : 'PAYOUT_ACCOUNT_MISSING')
  }
  const provider = context.payments.name
  const payee = await findSettlementPayee(trx, { provider, promoterId })
  if (!payee) return fail('PAYOUT_ACCOUNT_MISSING')
  if (payee.status !== 'ready') return fail('PAYOUT_ACCOUNT_NOT_READY')
  return succeed({ method, provider, payeeId: payee.payeeId })
}

const UNDONE = 'A change of your bank details was undone. Confirm the details.'

interface Settling {
  promoterId: string
  destination: SettlementDestination
  requestedBy: string | null
  idempotencyKey: string | null
  now: Date
}

/**
 * Settles the available amount in every currency. The caller must hold the lock of the promoter's settings. If this fails,
 * the caller must roll back and try again later.
 */
export async function createSettlements(
  trx: PipelinedTransaction,
  settling: Settling,
): Promise<Result<null, 'SETTLEMENT_NOTHING_AVAILABLE'>> {
  const [sums, open] = await Promise.all([
    sumAll(trx, settling),
    listOpenCurrencies(trx, settling.promoterId),
  ])
  for (const row of sums) {
    const { currency } = row
    if (open.includes(currency) || !isPayable(row, settling) || !reaches(settling.destination, currency))
      continue
    const created = await settle(trx, settling, row)
    if (!created.success) return created
  }
  return succeed(null)
}

/**
 * Adds all committed transactions to the promoter's totals and returns the sums, which don't change until the
 * transaction ends.
 */
async function sumAll(trx: PipelinedTransaction, settling: Settling): Promise<SettlementSumsRow[]> {
  const { promoterId, now } = settling
  await addAllToBalanceTotals(trx, promoterId)
  return listSettlementSums(trx, { promoterId, now, isFolded: true })
}

const payableCents = (sums: SettlementSumsRow, { destination }: Settling): number | undefined =>
  settleableCents(divideBalance(sums, sums), { currency: sums.currency, method: destination.method })

const isPayable = (sums: SettlementSumsRow, settling: Settling): boolean =>
  payableCents(sums, settling) !== undefined

const reaches = (destination: SettlementDestination, currency: string): boolean =>
  destination.method !== 'bank' || destination.currencies.includes(currency)

/** Settles the available amount in one currency. The caller must hold the lock of the promoter's settings. */
export async function createSettlement(
  trx: PipelinedTransaction,
  settling: Settling & { currency: string },
): Promise<Result<string, 'SETTLEMENT_OPEN' | 'SETTLEMENT_NOTHING_AVAILABLE' | 'PAYOUT_ACCOUNT_MISSING'>> {
  const open = await listOpenCurrencies(trx, settling.promoterId)
  if (open.includes(settling.currency)) return fail('SETTLEMENT_OPEN')
  if (!reaches(settling.destination, settling.currency)) return fail('PAYOUT_ACCOUNT_MISSING')
  const sums = (await sumAll(trx, settling)).find((row) => row.currency === settling.currency)
  return sums ? settle(trx, settling, sums) : fail('SETTLEMENT_NOTHING_AVAILABLE')
}

/**
 * Creates a settlement. Its statement contains all transactions that are in the totals and on no statement yet, and its
 * amount is the available part of the totals. The two match, because the totals are locked.
 */
async function settle(
  trx: PipelinedTransaction,
  settling: Settling,
  sums: SettlementSumsRow,
): Promise<Result<string, 'SETTLEMENT_NOTHING_AVAILABLE'>> {
  const { promoterId, destination, requestedBy, idempotencyKey, now } = settling
  const { currency } = sums
  const amountCents = payableCents(sums, settling)
  if (amountCents === undefined) return fail('SETTLEMENT_NOTHING_AVAILABLE')
  const id = crypto.randomUUID()
  trx.send(assignTransactions(trx, { settlementId: id, promoterId, currency }))
  const { balanceCents, notDueCents, reserveCents, memberDebtCents } = divideBalance(sums, sums)
  const parts = splitSettlement(amountCents, sums.taxBalanceCents)
  const statement = {
    openingBalanceCents: await findOpeningBalance(trx, { promoterId, currency }),
    closingBalanceCents: balanceCents - amountCents,
    notDueCents,
    reserveCents,
    memberDebtCents,
  }
  const number = await allocateSettlementNumber(trx, promoterId)
  const about = { id, promoterId, currency, number, amountCents, requestedBy, idempotencyKey }
  const fact = `settlement:${id}`
  const entries = settlementEntries(parts)
  trx.send(
    insertSettlement(trx, { ...about, ...parts, ...destination, ...statement }, now),
    writeLedger(trx, [{ fact, kind: 'settlement', promoterId, orderId: null, currency, entries }], now),
    assignOwnTransaction(trx, fact, id),
  )
  return succeed(id)
}
