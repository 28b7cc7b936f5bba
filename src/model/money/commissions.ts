import * as z from 'zod/mini'
import { applyBasisPoints } from '#model/platform/money.ts'

/** A rate that applies from a member's `from`-th sold ticket of an event on. Tickets are counted from 0. */
const tier = z.object({
  from: z.int().check(z.minimum(0)),
  basisPoints: z.int().check(z.minimum(0), z.maximum(10_000)),
})
export const tiers = z.array(tier).check(z.minLength(1))
export type Tier = z.infer<typeof tier>

export type CommissionTerms =
  | { kind: 'percentage'; basisPoints: number }
  | { kind: 'fixed'; amountCents: number }
  | { kind: 'tiers'; tiers: readonly Tier[] }

/** A promoter's commission rule. A null id means that the rule applies to all members, events or ticket types. */
export interface CommissionRule {
  id: string
  memberId: string | null
  eventId: string | null
  ticketTypeId: string | null
  currency: string | null
  /** `open`: commission is earned at once. `manual`: it is earned when the promoter approves it. `closed`: there is none. */
  approval: 'open' | 'manual' | 'closed'
  terms: CommissionTerms
}

export interface SaleScope {
  memberId: string
  eventId: string
  ticketTypeId: string
  currency: string
}

/**
 * Returns the most specific rule: a member's own rules come before rules for all members, then rules for a ticket
 * type before rules for an event or the promoter.
 */
export const mostSpecificRule = (
  rules: readonly CommissionRule[],
  sold: SaleScope,
): CommissionRule | undefined => rules.filter((rule) => isAbout(rule, sold)).toSorted(byDistance)[0]

const isAbout = (rule: CommissionRule, sold: SaleScope): boolean =>
  fits(rule.memberId, sold.memberId) &&
  fits(rule.eventId, sold.eventId) &&
  fits(rule.ticketTypeId, sold.ticketTypeId) &&
  fits(rule.currency, sold.currency)

const fits = (wanted: string | null, given: string): boolean => wanted === null || wanted === given

const byDistance = (one: CommissionRule, other: CommissionRule): number =>
  distanceOf(one) - distanceOf(other) || (one.id < other.id ? -1 : 1)

/**
 * Returns a rule's rank; lower is more specific. Of two rules with the same scope, the one for a single currency is
 * more specific.
 */
function distanceOf(rule: CommissionRule): number {
  const scope = rule.ticketTypeId !== null ? 0 : rule.eventId !== null ? 1 : 2
  return (rule.memberId === null ? 6 : 0) + scope * 2 + (rule.currency === null ? 1 : 0)
}

export interface SoldLine {
  priceCents: number
  quantity: number
  discountCents: number
  taxCents: number
}

/** Ticket revenue of a line in minor units, after the discount and without taxes and fees. */
export const lineRevenue = (line: SoldLine, taxIncluded: boolean): number =>
  Math.max(0, line.priceCents * line.quantity - line.discountCents - (taxIncluded ? line.taxCents : 0))

/**
 * Commission of a line in minor units. `soldBefore`: number of tickets of the event that the member sold before. The
 * rate of each ticket is that of its own tier.
 */
export function commissionOf(
  terms: CommissionTerms,
  line: { revenueCents: number; quantity: number; soldBefore: number },
): number {
  const { revenueCents, quantity, soldBefore } = line
  if (terms.kind === 'percentage') return applyBasisPoints(revenueCents, terms.basisPoints)
  if (terms.kind === 'fixed') return Math.min(revenueCents, terms.amountCents * quantity)
  const upTo = (count: number): number =>
    Math.floor((revenueCents * Math.min(Math.max(count, 0), quantity)) / quantity)
  const steps = terms.tiers.toSorted((one, other) => one.from - other.from)
  return steps.reduce((sum, { from, basisPoints }, index) => {
    const until = (steps[index + 1]?.from ?? Infinity) - soldBefore
    return sum + applyBasisPoints(upTo(until) - upTo(from - soldBefore), basisPoints)
  }, 0)
}

/** A line with earned commission. `gone`: number of its tickets that were refunded. */
export interface EarnedLine {
  amountCents: number
  quantity: number
  gone: number
}

export interface Deductions {
  /** The promoter's part of the order, and how much of it was refunded with and without voiding tickets. */
  promoterCents: number
  withTicketsCents: number
  withoutTicketsCents: number
  /** The order's total minus all refunds, and how much of that is disputed or lost. */
  leftCents: number
  disputedCents: number
}

/**
 * Returns the total deduction of each line, including earlier deductions. For a refunded ticket, its part of the line
 * is deducted. Refunds without tickets and disputed amounts are a fraction of the rest of the order; the same
 * fraction is deducted from every line. The remaining commission is rounded up, so that only a full refund deducts
 * everything.
 */
export function clawedBackCentsByLine(lines: readonly EarnedLine[], deductions: Deductions): number[] {
  const refunded = remainingFraction(
    deductions.withoutTicketsCents,
    deductions.promoterCents - deductions.withTicketsCents,
  )
  const disputed = remainingFraction(deductions.disputedCents, deductions.leftCents)
  return lines.map(({ amountCents, quantity, gone }) => {
    const kept = BigInt(amountCents) * BigInt(quantity - gone) * refunded.kept * disputed.kept
    const whole = BigInt(quantity) * refunded.whole * disputed.whole
    return amountCents - Number((kept + whole - 1n) / whole)
  })
}

/** Returns the fraction of `whole` that remains after `taken`. Returns zero when something is taken from 0. */
function remainingFraction(taken: number, whole: number): { kept: bigint; whole: bigint } {
  if (taken <= 0) return { kept: 1n, whole: 1n }
  if (taken >= whole) return { kept: 0n, whole: 1n }
  return { kept: BigInt(whole - taken), whole: BigInt(whole) }
}
