import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type {
  Payout,
  requestEventPayout as eventContract,
  requestPayout as contract,
} from '#contracts/portal/earnings.ts'
import { payoutEntries } from '#model/money/ledger.ts'
import { formatMoney, toCents, toMajor } from '#model/platform/money.ts'
import { minPayoutCents } from '#model/money/payouts.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { amountRefusal } from '#server/platform/amount-refusal.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { listMemberBalances, type BalanceRow } from '#server/people/members/balance-rows.ts'
import { listEventSums } from '#server/money/earnings/line-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { requireOwnMember, type Staff } from '#server/people/members/find-staff.ts'
import { findPromoterStatus } from '#server/people/promoters/promoter-rows.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import type { PayeeRow } from './payee-rows.ts'
import {
  findRemainingAutoApproveCents,
  findPayout,
  findPayoutByKey,
  insertPayout,
  lockMember,
  changePayoutStatus,
  type PayoutRow,
} from './payout-rows.ts'
import { viewPayout } from './payout-view.ts'
import { readFreshPayee } from './refresh-payee.ts'

export const requestPayout: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const self = requireOwnMember(call)
  if (!self.success) return self
  const { amount, currency } = call.body
  return writePayoutRequest(context, call, {
    member: self.data,
    isSame: (payout) =>
      payout.eventId === null &&
      payout.amountCents === toCents(amount, payout.currency) &&
      payout.currency === (currency ?? payout.currency),
    choose: async (_, balances) => {
      const balance =
        currency === undefined ? balances[0] : balances.find((each) => each.currency === currency)
      if (!balance) return fail('PAYOUT_TOO_MUCH', { available: 0 })
      const refusal = amountRefusal('amount', amount, balance.currency)
      if (refusal) return refusal
      return succeed({ eventId: null, balance, amountCents: toCents(amount, balance.currency) })
    },
  })
}

export const requestEventPayout: UseCase<typeof eventContract, MemberCall> = async (context, call) => {
  const { params, staff } = call
  const { id: eventId } = params
  return writePayoutRequest(context, call, {
    member: staff,
    isSame: (payout) => payout.eventId === eventId,
    choose: async (trx, balances) => {
      const now = new Date(context.clock.now())
      const [event] = await listEventSums(trx, { ...staff, now, eventId })
      const balance = balances.find((each) => each.currency === event?.currency)
      if (!event || !balance) return fail('NOT_FOUND')
      return succeed({ eventId, balance, amountCents: payableEventCents(event, balance) })
    },
  })
}

export const payableEventCents = (
  event: { isAvailable: boolean; amountCents: number; paidOutCents: number },
  balance: Pick<BalanceRow, 'availableCents'> | undefined,
): number =>
  event.isAvailable && balance
    ? Math.max(0, Math.min(event.amountCents - event.paidOutCents, balance.availableCents))
    : 0

interface Choice {
  eventId: string | null
  balance: BalanceRow
  amountCents: number
}

interface PayoutRequest {
  member: Pick<Staff, 'memberId' | 'promoterId'>
  /** True if an earlier payout with the same Idempotency-Key is what is requested. */
  isSame: (payout: PayoutRow) => boolean
  choose: (
    trx: PipelinedTransaction,
    balances: readonly BalanceRow[],
  ) => Promise<Result<Choice, CodeOf<typeof contract>>>
}

/** Requests a payout. The caller must have authorised the member, or an owner for a former member. */
export async function writePayoutRequest(
  context: Context,
  { idempotencyKey = crypto.randomUUID() }: Pick<MemberCall, 'idempotencyKey'>,
  { member: staff, isSame, choose }: PayoutRequest,
): Promise<Result<{ payout: Payout }, CodeOf<typeof contract>>> {
  const payee = await readFreshPayee(context, staff.memberId)
  const requested = await transact(
    context.db,
    async (trx): Promise<Result<{ id: string }, CodeOf<typeof contract>>> => {
      if (!(await lockMember(trx, staff))) return fail('NOT_FOUND')
      const before = await findPayoutByKey(trx, { memberId: staff.memberId, idempotencyKey })
      if (before)
        return before.promoterId === staff.promoterId && isSame(before)
          ? succeed({ id: before.id })
          : fail('KEY_REUSED')
      if ((await findPromoterStatus(trx, staff.promoterId)) !== 'active') return fail('PAYOUTS_ON_HOLD')
      const now = new Date(context.clock.now())
      const chosen = await choose(trx, await listMemberBalances(trx, { ...staff, now }))
      if (!chosen.success) return chosen
      const refusal = decide(chosen.data, payee)
      if (refusal) return refusal
      return insert(trx, { staff, payee, chosen: chosen.data, idempotencyKey, now })
    },
  )
  if (!requested.success) return requested
  const payout = await findPayout(context.db, requested.data.id)
  return payout ? succeed({ payout: viewPayout(payout) }) : fail('NOT_FOUND')
}

function decide({ balance, amountCents, eventId }: Choice, payee: PayeeRow | undefined) {
  const { currency, availableCents } = balance
  const least = minPayoutCents(currency)
  const isNothing = availableCents < least || (eventId !== null && amountCents < least)
  if (amountCents > availableCents || isNothing)
    return fail('PAYOUT_TOO_MUCH', { available: toMajor(Math.max(0, availableCents), currency) })
  if (amountCents < least)
    return fail('VALIDATION_ERROR', [
      { path: 'amount', message: `Request at least ${formatMoney(least, currency)}.` },
    ])
  if (!payee) return fail('PAYOUT_ACCOUNT_MISSING')
  return payee.status === 'ready' ? undefined : fail('PAYOUT_ACCOUNT_NOT_READY')
}

async function insert(
  trx: PipelinedTransaction,
  request: {
    staff: PayoutRequest['member']
    payee: PayeeRow | undefined
    chosen: Choice
    idempotencyKey: string
    now: Date
  },
): Promise<Result<{ id: string }, CodeOf<typeof contract>>> {
  const { staff, payee, chosen, idempotencyKey, now } = request
  if (!payee) return fail('PAYOUT_ACCOUNT_MISSING')
  const { promoterId, memberId } = staff
  const { amountCents, eventId } = chosen
  const { currency } = chosen.balance
  const { provider, payeeId } = payee
  const id = crypto.randomUUID()
  const entries = payoutEntries(memberId, amountCents)
  trx.send(
    insertPayout(
      trx,
      { id, promoterId, memberId, eventId, amountCents, currency, idempotencyKey, provider, payeeId },
      now,
    ),
    writeLedger(
      trx,
      [{ fact: `payout:${id}`, kind: 'payout', promoterId, orderId: null, currency, entries }],
      now,
    ),
  )
  if (amountCents <= (await findRemainingAutoApproveCents(trx, { ...staff, currency, now })))
    await changePayoutStatus(trx, { id, to: 'approved', now })
  return succeed({ id })
}
