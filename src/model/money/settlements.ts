import * as z from 'zod/mini'
import { multiplyByFraction } from '#model/platform/money.ts'
import type { LedgerAccount, LedgerEntry } from './ledger.ts'
import { minPayoutCents } from './payouts.ts'
import { largestStripePayout } from './stripe-amounts.ts'

/** Settlements are payouts to promoters; see docs/settlements.md. All amounts are in minor units. */

export const settlementStatus = z.enum(['open', 'cancelling', 'sent', 'paid', 'failed', 'cancelled'])
export type SettlementStatus = z.infer<typeof settlementStatus>

/**
 * Allowed state changes of a settlement. `paid` can become `failed`, because a bank can return a payout later. `failed` and `cancelled`
 * return the amount to the balance. `cancelling` ends when the provider has reported whether it moved the money.
 */
export const SETTLEMENT_TRANSITIONS: Readonly<Record<SettlementStatus, readonly SettlementStatus[]>> = {
  open: ['cancelling', 'sent', 'failed', 'cancelled'],
  cancelling: ['sent', 'failed', 'cancelled'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  cancelled: [],
}

export const isSettlementTransition = (from: SettlementStatus, to: SettlementStatus): boolean =>
  SETTLEMENT_TRANSITIONS[from].includes(to)

/** States from which a settlement can change to `to`. */
export const settlementStatesBefore = (to: SettlementStatus): SettlementStatus[] =>
  settlementStatus.options.filter((from) => isSettlementTransition(from, to))

/** `none`: the promoter hasn't chosen how to be paid. */
export const settlementMethod = z.enum(['provider', 'bank', 'none'])
export type SettlementMethod = z.infer<typeof settlementMethod>

/** `after_event`: daily, as soon as amounts are due. `weekly`: on one day of the week. `on_request`: only when an owner asks. */
export const settlementSchedule = z.enum(['after_event', 'weekly', 'on_request'])
export type SettlementSchedule = z.infer<typeof settlementSchedule>

export interface SettlementRules {
  /** Share of not-yet-due amounts that is paid out early. */
  earlyShareBasisPoints: number
  reserveBasisPoints: number
}

export interface SettlementSums {
  /** Sum of the accounts `promoter` and `taxes`. May be negative. */
  balanceCents: number
  /** Net amounts of the orders that aren't due yet. An order's net amount is at least 0. */
  notDueCents: number
  /** Sales within the reserve's period, of orders that are due. */
  recentDueSalesCents: number
  /** Sales within the reserve's period, of orders that aren't due yet. */
  recentNotDueSalesCents: number
  /** Commission that was paid out to members and deducted since. The platform has paid it, and the balance includes it. */
  memberDebtCents: number
}

export interface SettlementBalance {
  balanceCents: number
  /** Amount that isn't available because it isn't due yet, excluding the part that is available early. */
  notDueCents: number
  reserveCents: number
  /** Commission as in `SettlementSums`. It isn't available until the members have earned it again. */
  memberDebtCents: number
  /** Amount that can be paid out. Never negative. */
  availableCents: number
}

/**
 * Divides a balance. An amount that isn't available needs no reserve, so the reserve applies to due sales and to the early part of the
 * others. A negative balance is offset by later sales.
 */
export function divideBalance(sums: SettlementSums, rules: SettlementRules): SettlementBalance {
  const { balanceCents, memberDebtCents } = sums
  const { earlyShareBasisPoints, reserveBasisPoints } = rules
  const notDueCents = sums.notDueCents - partOf(sums.notDueCents, earlyShareBasisPoints)
  const reservable = sums.recentDueSalesCents + partOf(sums.recentNotDueSalesCents, earlyShareBasisPoints)
  const reserveCents = partOf(reservable, reserveBasisPoints)
  const availableCents = Math.max(0, balanceCents - notDueCents - reserveCents - memberDebtCents)
  return { balanceCents, notDueCents, reserveCents, memberDebtCents, availableCents }
}

const partOf = (cents: number, basisPoints: number): number =>
  cents <= 0 ? 0 : multiplyByFraction(cents, basisPoints, 10_000)

/**
 * Returns the amount that a settlement pays out. Undefined below the minimum (`minPayoutCents`). The part that the provider can't pay out
 * stays in the balance.
 */
export function settleableCents(
  { availableCents }: SettlementBalance,
  { currency, method }: { currency: string; method: 'provider' | 'bank' },
): number | undefined {
  const cents = method === 'provider' ? largestStripePayout(availableCents, currency) : availableCents
  return cents >= minPayoutCents(currency) ? cents : undefined
}

/** Divides an amount by ledger account. Taxes come first, because they are owed to the tax office in full. */
export function splitSettlement(
  amountCents: number,
  taxBalanceCents: number,
): { promoterCents: number; taxesCents: number } {
  const taxesCents = Math.max(0, Math.min(amountCents, taxBalanceCents))
  return { promoterCents: amountCents - taxesCents, taxesCents }
}

export const settlementEntries = (parts: { promoterCents: number; taxesCents: number }): LedgerEntry[] =>
  nonZero([
    { account: 'promoter', amountCents: -parts.promoterCents },
    { account: 'taxes', amountCents: -parts.taxesCents },
    { account: 'payouts', amountCents: parts.promoterCents + parts.taxesCents },
  ])

export const settlementFailedEntries = (parts: {
  promoterCents: number
  taxesCents: number
}): LedgerEntry[] => settlementEntries(parts).map((entry) => ({ ...entry, amountCents: -entry.amountCents }))

/** Entries of an operator's adjustment. A positive amount is added to the promoter's balance, and the platform pays for it. */
export const adjustmentEntries = (cents: number): LedgerEntry[] =>
  nonZero([
    { account: 'promoter', amountCents: cents },
    { account: 'platform_fees', amountCents: -cents },
  ])

const nonZero = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter((entry) => entry.amountCents !== 0)

const DAY_MS = 86_400_000
/** ISO weekday of 1 January 1970, a Thursday. */
const EPOCH_WEEKDAY = 4

/**
 * Returns the latest time at or before `now` at which a schedule runs: midnight (UTC) today, or on the last `weekday`. Undefined for
 * `on_request`. A schedule is due when its last run was before this time.
 */
export function latestRunMs(
  { schedule, weekday }: { schedule: SettlementSchedule; weekday: number },
  now: number,
): number | undefined {
  if (schedule === 'on_request') return undefined
  const today = Math.floor(now / DAY_MS)
  if (schedule === 'after_event') return today * DAY_MS
  const weekdayToday = ((today + EPOCH_WEEKDAY - 1) % 7) + 1
  return (today - ((weekdayToday - weekday + 7) % 7)) * DAY_MS
}

export function isScheduleDue(
  settings: { schedule: SettlementSchedule; weekday: number; scheduledAt: number | undefined },
  now: number,
): boolean {
  const latest = latestRunMs(settings, now)
  return latest !== undefined && (settings.scheduledAt === undefined || settings.scheduledAt < latest)
}

/** Facts that determine an event's due date. Times are in milliseconds. */
export interface DueEvent {
  /** Latest end that the event has had since its first order, so that moving the event to an earlier date makes no amount due sooner. */
  latestEndsAt: number
  /** Time of the cancellation. Undefined unless the event is cancelled and its orders are refunded. */
  refundedSince: number | undefined
  /** True while a refund of the cancelled event is pending or must be resolved by hand. */
  hasOpenRefunds: boolean
}

/**
 * Returns when an event's amounts become due. Undefined until all refunds of a cancelled event are done. `due-rows.ts` computes the same in
 * SQL.
 */
export function dueAtMs(event: DueEvent, delayDays: number): number | undefined {
  if (event.refundedSince === undefined) return event.latestEndsAt + delayDays * DAY_MS
  return event.hasOpenRefunds ? undefined : event.refundedSince + delayDays * DAY_MS
}

export const statementLineKind = z.enum([
  'sales',
  'refunds',
  'disputes',
  'platform_share',
  'platform_taxes',
  'provider_fees',
  'commission',
  'vouchers',
  'adjustments',
  'settlements_returned',
  'settlement',
])
export type StatementLineKind = z.infer<typeof statementLineKind>

export interface LedgerSum {
  kind: string
  account: string
  cents: number
}

const OWN_ACCOUNTS: ReadonlySet<string> = new Set<LedgerAccount>(['promoter', 'taxes'])

/** Statement line by kind of transaction, when all entries of the transaction belong to one line. */
const LINE_OF_KIND: Readonly<Record<string, StatementLineKind>> = {
  settlement: 'settlement',
  settlement_failed: 'settlements_returned',
  adjustment: 'adjustments',
  voucher_issued: 'vouchers',
  voucher_voided: 'vouchers',
  voucher_expired: 'vouchers',
  processing_fee: 'provider_fees',
  commission: 'commission',
}

/** Statement line by account, for sales, refunds and disputes. */
const LINE_OF_ACCOUNT: Readonly<Record<string, StatementLineKind>> = {
  platform_fees: 'platform_share',
  platform_taxes: 'platform_taxes',
  voucher_grants: 'vouchers',
}

/** Statement line by kind of transaction, for entries of the buyer. */
const LINE_OF_PAYMENT: Readonly<Record<string, StatementLineKind>> = {
  sale: 'sales',
  dispute: 'disputes',
  dispute_won: 'disputes',
}

/**
 * Returns the line that an entry of another account counts towards. Transactions add up to zero, so the negated entries of all other
 * accounts equal the amount that the promoter's accounts receive, and the lines add up to exactly that amount.
 */
const lineOf = ({ kind, account }: LedgerSum): StatementLineKind =>
  LINE_OF_KIND[kind] ?? LINE_OF_ACCOUNT[account] ?? LINE_OF_PAYMENT[kind] ?? 'refunds'

export interface StatementSums {
  /** One line per kind, in the order of `statementLineKind`. Lines of 0 are left out. Positive amounts are added to the balance. */
  lines: { kind: StatementLineKind; cents: number }[]
  totalCents: number
  /** Taxes in the total, which the promoter remits to the tax office. Excludes taxes in settlements' own entries. */
  taxesCents: number
}

/** Sums a statement's ledger entries. `sums` must include all accounts; entries can be grouped in any way. */
export function sumStatement(sums: readonly LedgerSum[]): StatementSums {
  const cents = new Map<StatementLineKind, number>()
  let taxesCents = 0
  for (const sum of sums) {
    if (sum.account === 'taxes' && !sum.kind.startsWith('settlement')) taxesCents += sum.cents
    if (OWN_ACCOUNTS.has(sum.account)) continue
    const line = lineOf(sum)
    cents.set(line, (cents.get(line) ?? 0) - sum.cents)
  }
  const lines = statementLineKind.options
    .map((kind) => ({ kind, cents: cents.get(kind) ?? 0 }))
    .filter((line) => line.cents !== 0)
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.cents, 0), taxesCents }
}
