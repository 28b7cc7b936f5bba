import { NO_SHARES, saleShares, type Shares, type SoldAmounts } from './ledger.ts'

/** A line of an order as a refund sees it. Amounts are of the whole line, in minor units. */
export interface RefundableLine {
  ticketTypeId: string
  quantity: number
  priceCents: number
  ticketFeeCents: number
  absorbedFeeCents: number
  discountCents: number
  taxCents: number
}

/** One admission, in the order in which the order's lines have them. */
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
  /** What went back already, failed refunds left out. */
  given: Shares
  /** Whether fees go back, too. */
  returnsFees: boolean
}

/** Everything that is left, some admissions, or an amount that takes no admission back. */
export type RefundWish = { all: true } | { ticketIds: readonly string[] } | { amountCents: number }

export interface PlannedRefund {
  shares: Shares
  ticketIds: string[]
}

/** `TOO_MUCH`: more than is left. `NOTHING_LEFT`: no such admission, or none that is still good. */
export type RefundRefusal = 'TOO_MUCH' | 'NOTHING_LEFT'

/**
 * Who gives what back. Whoever takes the last admission back gets what the order still has, so that parts add up to the
 * whole; before that an admission is worth its price, less its share of the discount, with its taxes and its fee. What
 * belongs to the order as a whole (order fee, delivery, rounding) goes back with the last one. A sum of money comes from
 * promoter and taxes in proportion, and from fees only when those have nothing left; absorbed fees return to the promoter
 * when all of it goes back.
 */
export function planRefund(
  order: RefundableOrder,
  wish: RefundWish,
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

/** What may still go back, by who gives it. */
export const leftOf = (order: SoldAmounts, terms: RefundTerms): Shares =>
  withoutFees(subtract(saleShares(order), terms.given), terms.returnsFees)

export const sumOf = (shares: Shares): number => shares.promoterCents + shares.taxesCents + shares.feesCents

function planAmount(amountCents: number, left: Shares): PlannedRefund | RefundRefusal {
  if (amountCents <= 0) return 'NOTHING_LEFT'
  if (amountCents > sumOf(left)) return 'TOO_MUCH'
  return { shares: shareAmount(amountCents, left), ticketIds: [] }
}

/** An amount of what is left, as `planRefund` shares it. The amount is at most all of it. */
export function shareAmount(amountCents: number, left: Shares): Shares {
  const own = left.promoterCents + left.taxesCents
  const fromOwn = Math.min(amountCents, own)
  // Products of two amounts may pass 2^53.
  const taxesCents = own === 0 ? 0 : Number((BigInt(fromOwn) * BigInt(left.taxesCents)) / BigInt(own))
  return {
    promoterCents: fromOwn - taxesCents,
    taxesCents,
    feesCents: amountCents - fromOwn,
    absorbedFeesCents: amountCents === sumOf(left) ? left.absorbedFeesCents : 0,
  }
}

/** The n-th admission of a line is worth the n-th part of it: parts differ by one minor unit at most and add up to the line. */
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

/** Whether all of what is taken is there, whoever has it. */
export const covers = (left: Shares, taken: Shares): boolean =>
  left.promoterCents >= taken.promoterCents &&
  left.taxesCents >= taken.taxesCents &&
  left.feesCents >= taken.feesCents &&
  left.absorbedFeesCents >= taken.absorbedFeesCents

interface RefundStanding {
  status: 'pending' | 'succeeded' | 'failed'
  providerRefundId: string | null
}

export type RefundTurn = 'take' | 'take after all' | 'fail' | 'nothing'

/**
 * What news from the provider do to a refund. News may be older than what is known, and two that ask for one refund may hear
 * different answers. One that was made can fail (a bank sends it back); a refusal, which names none that was made, can't undo
 * it. One that was called refused and was made all the same is taken; one that was made and has failed is over.
 */
export function turnOf(
  standing: RefundStanding,
  told: { status: RefundStanding['status']; id: string | null },
): RefundTurn {
  const isFailure = told.status === 'failed'
  if (standing.status === 'pending') return isFailure ? 'fail' : 'take'
  if (standing.status === 'succeeded')
    return isFailure && told.id !== null && told.id === standing.providerRefundId ? 'fail' : 'nothing'
  const wasRefused = standing.providerRefundId === null
  return !isFailure && wasRefused && told.id !== null ? 'take after all' : 'nothing'
}
