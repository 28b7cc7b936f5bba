import * as z from 'zod/mini'
import { shareOf } from './money.ts'

/** From the `from`-th ticket on, counted from 0, that a member sells of an event. */
const tier = z.object({
  from: z.int().check(z.minimum(0)),
  basisPoints: z.int().check(z.minimum(0), z.maximum(10_000)),
})
export const tiers = z.array(tier).check(z.minLength(1))
export type Tier = z.infer<typeof tier>

/** What a sale earns: a part of its revenue, an amount for each ticket, or a part that grows with what was sold. */
export type CommissionTerms =
  | { kind: 'percentage'; basisPoints: number }
  | { kind: 'fixed'; amountCents: number }
  | { kind: 'tiers'; tiers: readonly Tier[] }

/** A promoter's rule. What is null is open to all. */
export interface CommissionRule {
  id: string
  memberId: string | null
  eventId: string | null
  ticketTypeId: string | null
  currency: string | null
  /** `open`: earned at once; `manual`: once the promoter says so; `closed`: nothing is earned. */
  approval: 'open' | 'manual' | 'closed'
  terms: CommissionTerms
}

/** What a rule is asked about. */
export interface Sold {
  memberId: string
  eventId: string
  ticketTypeId: string
  currency: string
}

/** The rule that counts: the member's before everybody's, then the ticket type's, the event's, the promoter's. */
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

/** Of two about the same thing the one that names the currency is nearer. */
function distanceOf(rule: CommissionRule): number {
  const scope = rule.ticketTypeId !== null ? 0 : rule.eventId !== null ? 1 : 2
  return (rule.memberId === null ? 6 : 0) + scope * 2 + (rule.currency === null ? 1 : 0)
}

/** A line as it was sold: all of it, in minor units. */
export interface SoldLine {
  priceCents: number
  quantity: number
  discountCents: number
  taxCents: number
}

/** What the tickets of a line brought in: after its discount, without taxes and fees. */
export const revenueOf = (line: SoldLine, taxIncluded: boolean): number =>
  Math.max(0, line.priceCents * line.quantity - line.discountCents - (taxIncluded ? line.taxCents : 0))

/**
 * What a line earns, in minor units; never more than its revenue. `soldBefore` is how many tickets of the event the member
 * has sold already: tiers apply to each ticket by its number, so that the next tier never changes what was earned before it.
 */
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

/** A line that has earned something, with how many of its tickets went back. */
export interface EarnedLine {
  amountCents: number
  quantity: number
  gone: number
}

/** What became of an order's money, in minor units. */
export interface GivenBack {
  /** What the promoter had of the order, and what of it went back with tickets, and without any. */
  promoterCents: number
  withTicketsCents: number
  withoutTicketsCents: number
  /** What the order took less all refunds, and what of that is disputed or was lost. */
  leftCents: number
  disputedCents: number
}

/**
 * How much of each line is clawed back in all, whatever was before. Tickets that went back take their part of the line. Money
 * that went back without tickets, and money that is disputed, takes the same part of every line as it takes of what the order
 * still had. What is kept is rounded up, so that nothing but the whole takes the whole.
 */
export function clawedBackOf(lines: readonly EarnedLine[], given: GivenBack): number[] {
  const refunded = partOf(given.withoutTicketsCents, given.promoterCents - given.withTicketsCents)
  const disputed = partOf(given.disputedCents, given.leftCents)
  return lines.map(({ amountCents, quantity, gone }) => {
    const kept = BigInt(amountCents) * BigInt(quantity - gone) * refunded.kept * disputed.kept
    const whole = BigInt(quantity) * refunded.whole * disputed.whole
    return amountCents - Number((kept + whole - 1n) / whole)
  })
}

/** How much of `whole` is kept when `taken` is gone; of nothing, nothing is kept once something was to be taken. */
function partOf(taken: number, whole: number): { kept: bigint; whole: bigint } {
  if (taken <= 0) return { kept: 1n, whole: 1n }
  if (taken >= whole) return { kept: 0n, whole: 1n }
  return { kept: BigInt(whole - taken), whole: BigInt(whole) }
}
