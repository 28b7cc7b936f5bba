import { NO_SHARES, saleShares, type Shares, type SoldAmounts } from './ledger.ts'

/** A line of an order. Amounts are of the whole line, in minor units. */
export interface RefundableLine {
  ticketTypeId: string
  quantity: number
  priceCents: number
  ticketFeeCents: number
  absorbedFeeCents: number
  discountCents: number
  taxCents: number
}

/** A ticket of the order, in the order of its lines. */
export interface RefundableTicket {
  id: string
  isVoid: boolean
}

export interface RefundableOrder extends SoldAmounts {
  taxIncluded: boolean
  lines: readonly RefundableLine[]
  tickets: readonly RefundableTicket[]
}

export interface RefundTerms {
  /** Amounts already refunded, failed refunds excluded. */
  given: Shares
  returnsFees: boolean
}

export type RefundRequest = { all: true } | { ticketIds: readonly string[] } | { amountCents: number }

export interface PlannedRefund {
  shares: Shares
  ticketIds: string[]
}

/** `TOO_MUCH`: exceeds the refundable amount. `NOTHING_LEFT`: the tickets don't exist or are all void. */
export type RefundRefusal = 'TOO_MUCH' | 'NOTHING_LEFT'

/**
 * Splits a refund between promoter, taxes and fees. A ticket is worth its price less its share of the discount, plus its taxes and fee;
 * refunding the last ticket returns everything left, so that partial refunds add up to the total. Order fee, delivery and rounding are
 * refunded with the last ticket. An amount is taken from promoter and taxes in proportion, and from fees only when those are used up.
 * Absorbed fees return to the promoter when everything is refunded.
 */
export function planRefund(
  order: RefundableOrder,
  wish: RefundRequest,
  terms: RefundTerms,
): PlannedRefund | RefundRefusal {
  const left = leftOf(order, terms)
  if ('amountCents' in wish) return planAmount(wish.amountCents, left)
  const good = order.tickets.filter((ticket) => !ticket.isVoid).map((ticket) => ticket.id)
  const asked = 'all' in wish ? good : [...new Set(wish.ticketIds)]
  if (asked.length === 0 || asked.some((id) => !good.includes(id))) return 'NOTHING_LEFT'
  if (asked.length === good.length) return { shares: left, ticketIds: asked }
  const worth = withoutFees(asked.map((id) => worthOf(order, id)).reduce(add, NO_SHARES), terms.returnsFees)
  return { shares: atMost(worth, left), ticketIds: asked }
}

export const leftOf = (order: SoldAmounts, terms: RefundTerms): Shares =>
  withoutFees(subtract(saleShares(order), terms.given), terms.returnsFees)

export const sumOf = (shares: Shares): number => shares.promoterCents + shares.taxesCents + shares.feesCents

function planAmount(amountCents: number, left: Shares): PlannedRefund | RefundRefusal {
  if (amountCents <= 0) return 'NOTHING_LEFT'
  if (amountCents > sumOf(left)) return 'TOO_MUCH'
  return { shares: shareAmount(amountCents, left), ticketIds: [] }
}

/** Splits an amount as `planRefund` does. The amount must not exceed what is left. */
export function shareAmount(amountCents: number, left: Shares): Shares {
  const own = left.promoterCents + left.taxesCents
  const fromOwn = Math.min(amountCents, own)
  // The product of two amounts can exceed 2^53.
  const taxesCents = own === 0 ? 0 : Number((BigInt(fromOwn) * BigInt(left.taxesCents)) / BigInt(own))
  return {
    promoterCents: fromOwn - taxesCents,
    taxesCents,
    feesCents: amountCents - fromOwn,
    absorbedFeesCents: amountCents === sumOf(left) ? left.absorbedFeesCents : 0,
  }
}

/** Value of the n-th ticket of a line: parts differ by at most one minor unit and add up to the line. */
function worthOf(order: RefundableOrder, ticketId: string): Shares {
  let seat = order.tickets.findIndex((ticket) => ticket.id === ticketId)
  for (const line of order.lines) {
    if (seat < line.quantity) return partOf(line, seat, order.taxIncluded)
    seat -= line.quantity
  }
  return NO_SHARES
}

function partOf(line: RefundableLine, seat: number, taxIncluded: boolean): Shares {
  const part = (cents: number): number =>
    Math.floor((cents * (seat + 1)) / line.quantity) - Math.floor((cents * seat) / line.quantity)
  const taxesCents = part(line.taxCents)
  const paid = line.priceCents - part(line.discountCents)
  return {
    promoterCents: taxIncluded ? paid - taxesCents : paid,
    taxesCents,
    feesCents: part(line.ticketFeeCents),
    absorbedFeesCents: part(line.absorbedFeeCents),
  }
}

const withoutFees = (shares: Shares, returnsFees: boolean): Shares =>
  returnsFees ? shares : { ...shares, feesCents: 0, absorbedFeesCents: 0 }

const combine = (one: Shares, other: Shares, how: (a: number, b: number) => number): Shares => ({
  promoterCents: how(one.promoterCents, other.promoterCents),
  taxesCents: how(one.taxesCents, other.taxesCents),
  feesCents: how(one.feesCents, other.feesCents),
  absorbedFeesCents: how(one.absorbedFeesCents, other.absorbedFeesCents),
})

export const add = (one: Shares, other: Shares): Shares => combine(one, other, (a, b) => a + b)
export const subtract = (one: Shares, other: Shares): Shares => combine(one, other, (a, b) => a - b)
const atMost = (one: Shares, limit: Shares): Shares => combine(one, limit, Math.min)

/** True when the remaining amounts cover the refund, summed over all parties. */
export const covers = (left: Shares, taken: Shares): boolean =>
  left.promoterCents >= taken.promoterCents &&
  left.taxesCents >= taken.taxesCents &&
  left.feesCents >= taken.feesCents &&
  left.absorbedFeesCents >= taken.absorbedFeesCents

interface RefundState {
  status: 'pending' | 'succeeded' | 'failed'
  providerRefundId: string | null
}

export type RefundStep = 'take' | 'take after all' | 'fail' | 'nothing'

/**
 * Returns the next state of a refund after an update from the provider. Updates can be outdated, and two requests for the same refund can
 * get different responses. An existing refund can fail later (returned by a bank). A refusal without a refund id can't cancel an existing
 * refund. A refund reported as refused that exists after all becomes taken, and one that existed and failed is final.
 */
export function turnOf(
  standing: RefundState,
  told: { status: RefundState['status']; id: string | null },
): RefundStep {
  const isFailure = told.status === 'failed'
  if (standing.status === 'pending') return isFailure ? 'fail' : 'take'
  if (standing.status === 'succeeded')
    return isFailure && told.id !== null && told.id === standing.providerRefundId ? 'fail' : 'nothing'
  const wasRefused = standing.providerRefundId === null
  return !isFailure && wasRefused && told.id !== null ? 'take after all' : 'nothing'
}
