import * as z from 'zod/mini'
import { shareOf } from '#model/platform/money.ts'

/** Applies from the `from`-th ticket that a member sells of an event, counted from 0. */
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

/** A promoter's commission rule. A null id matches everything. */
export interface CommissionRule {
  id: string
  memberId: string | null
  eventId: string | null
  ticketTypeId: string | null
  currency: string | null
  /** `open`: earned at once; `manual`: earned once the promoter approves; `closed`: no commission. */
  approval: 'open' | 'manual' | 'closed'
  terms: CommissionTerms
}

export interface Sold {
  memberId: string
  eventId: string
  ticketTypeId: string
  currency: string
}

/** Returns the most specific rule: the member's own before rules for all members, then ticket type, event, promoter. */
export const nearestRule = (rules: readonly CommissionRule[], sold: Sold): CommissionRule | undefined =>
  rules.filter((rule) => isAbout(rule, sold)).toSorted(byDistance)[0]

const isAbout = (rule: CommissionRule, sold: Sold): boolean =>
  fits(rule.memberId, sold.memberId) &&
  fits(rule.eventId, sold.eventId) &&
  fits(rule.ticketTypeId, sold.ticketTypeId) &&
  fits(rule.currency, sold.currency)

const fits = (wanted: string | null, given: string): boolean => wanted === null || wanted === given

const byDistance = (one: CommissionRule, other: CommissionRule): number =>
  distanceOf(one) - distanceOf(other) || (one.id < other.id ? -1 : 1)

/** Lower is more specific. Of two rules with the same scope, the one that names the currency wins. */
function distanceOf(rule: CommissionRule): number {
  const scope = rule.ticketTypeId !== null ? 0 : rule.eventId !== null ? 1 : 2
  return (rule.memberId === null ? 6 : 0) + scope * 2 + (rule.currency === null ? 1 : 0)
}

/** A line of an order as sold, in minor units. */
export interface SoldLine {
  priceCents: number
  quantity: number
  discountCents: number
  taxCents: number
}

/** Ticket revenue of a line in minor units: after discount, without taxes and fees. */
export const revenueOf = (line: SoldLine, taxIncluded: boolean): number =>
  Math.max(0, line.priceCents * line.quantity - line.discountCents - (taxIncluded ? line.taxCents : 0))

/** Minor units. `soldBefore`: tickets of the event that the member had sold. Each ticket has the rate of its own tier. */
export function commissionOf(
  terms: CommissionTerms,
  line: { revenueCents: number; quantity: number; soldBefore: number },
): number {
  const { revenueCents, quantity, soldBefore } = line
  if (terms.kind === 'percentage') return shareOf(revenueCents, terms.basisPoints)
  if (terms.kind === 'fixed') return Math.min(revenueCents, terms.amountCents * quantity)
  const upTo = (count: number): number =>
    Math.floor((revenueCents * Math.min(Math.max(count, 0), quantity)) / quantity)
  const steps = terms.tiers.toSorted((one, other) => one.from - other.from)
  return steps.reduce((sum, { from, basisPoints }, index) => {
    const until = (steps[index + 1]?.from ?? Infinity) - soldBefore
    return sum + shareOf(upTo(until) - upTo(from - soldBefore), basisPoints)
  }, 0)
}

/** A line with earned commission. `gone`: number of its tickets that were refunded. */
export interface EarnedLine {
  amountCents: number
  quantity: number
  gone: number
}

/** Refunds and disputes of an order, in minor units. */
export interface Deductions {
  /** The promoter's part of the order, and how much of it was refunded with and without voiding tickets. */
  promoterCents: number
  withTicketsCents: number
  withoutTicketsCents: number
  /** The order's total less all refunds, and how much of it is disputed or lost. */
  leftCents: number
  disputedCents: number
}

/**
 * Returns the total deduction of each line, earlier deductions included. A refunded ticket deducts its part of the line. Refunds without
 * tickets and disputed amounts deduct the same proportion of every line as they take of the rest of the order. The kept amount is rounded
 * up, so only a full refund deducts everything.
 */
export function clawedBackOf(lines: readonly EarnedLine[], given: Deductions): number[] {
  const refunded = partOf(given.withoutTicketsCents, given.promoterCents - given.withTicketsCents)
  const disputed = partOf(given.disputedCents, given.leftCents)
  return lines.map(({ amountCents, quantity, gone }) => {
    const kept = BigInt(amountCents) * BigInt(quantity - gone) * refunded.kept * disputed.kept
    const whole = BigInt(quantity) * refunded.whole * disputed.whole
    return amountCents - Number((kept + whole - 1n) / whole)
  })
}

/** Returns the fraction of `whole` that remains after `taken`; zero when something is taken of nothing. */
function partOf(taken: number, whole: number): { kept: bigint; whole: bigint } {
  if (taken <= 0) return { kept: 1n, whole: 1n }
  if (taken >= whole) return { kept: 0n, whole: 1n }
  return { kept: BigInt(whole - taken), whole: BigInt(whole) }
}
