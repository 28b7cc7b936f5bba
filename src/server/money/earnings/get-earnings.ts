import type { getEarnings as contract, EarningTotals } from '#contracts/portal/earnings.ts'
import { formatCommissionRules } from '#model/money/format-commission.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { listPayouts } from '#server/money/payouts/payout-rows.ts'
import { viewPayout, viewPayoutAccount } from '#server/money/payouts/payout-view.ts'
import { readRecentPayee } from '#server/money/payouts/refresh-payee.ts'
import { payableEventCents } from '#server/money/payouts/request-payout.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listMemberBalances, type BalanceRow } from '#server/people/members/balance-rows.ts'
import { listDaySums, listEventSums, listLinkSums, type EventSumRow } from './line-rows.ts'
import { listNamedRules } from '#server/sales/commissions/commission-rows.ts'

const DAYS_MS = 90 * 86_400_000
const MAX_PAYOUTS = 100

export const getEarnings: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { promoterId, memberId } = call.staff
  const now = new Date(context.clock.now())
  const member = { promoterId, memberId, now }
  const from = new Date(now.getTime() - DAYS_MS).toISOString().slice(0, 10)
  const [balances, events, days, links] = await Promise.all([
    listMemberBalances(context.db, member),
    listEventSums(context.db, member),
    listDaySums(context.db, { ...member, from }),
    listLinkSums(context.db, member),
  ])
  const [payouts, rules, payee] = await Promise.all([
    listPayouts(context.db, { promoterId, memberId, limit: MAX_PAYOUTS }),
    listNamedRules(context.db, member),
    readRecentPayee(context, memberId),
  ])
  return succeed({
    earnings: {
      totals: balances.map(toTotals),
      events: events.map((event) => toEvent(event, balances)),
      days: days.map((row) => ({ day: row.day, ...toSum(row) })),
      links: links.map((row) => ({ linkId: row.linkId, name: row.name, code: row.code, ...toSum(row) })),
      payouts: payouts.map(viewPayout),
      payoutAccount: viewPayoutAccount(context.payments.name, payee),
      terms: formatCommissionRules(rules),
    },
  })
}

function toTotals(row: BalanceRow): EarningTotals {
  const major = (cents: number): number => toMajor(cents, row.currency)
  return {
    currency: row.currency,
    pending: major(row.pendingCents),
    available: major(row.availableCents),
    requested: major(row.requestedCents),
    paid: major(row.paidCents),
    waiting: major(row.waitingCents),
    clawedBack: major(row.clawedBackCents),
  }
}

const toSum = (row: { amountCents: number; revenueCents: number; tickets: number; currency: string }) => ({
  amount: toMajor(row.amountCents, row.currency),
  tickets: row.tickets,
  revenue: toMajor(row.revenueCents, row.currency),
  currency: row.currency,
})

const toEvent = (row: EventSumRow, balances: readonly BalanceRow[]) => ({
  eventId: row.eventId,
  eventTitle: row.eventTitle,
  eventEndsAt: row.eventEndsAt.toISOString(),
  availableAt: row.availableAt.toISOString(),
  isAvailable: row.isAvailable,
  ...toSum(row),
  payable: toMajor(
    payableEventCents(
      row,
      balances.find((each) => each.currency === row.currency),
    ),
    row.currency,
  ),
})
