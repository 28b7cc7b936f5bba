import { NO_SHARES, saleShares, type Shares, type SoldAmounts } from './ledger.ts'

/** A line of an order. Amounts are for the whole line, in minor units. */
export interface RefundableLine {
  ticketTypeId: string
  quantity: number
  priceCents: number
  ticketFeeCents: number
  platformShareCents: number
  discountCents: number
  taxCents: number
}

export interface RefundableTicket {
  id: string
  isVoid: boolean
}

export interface RefundableOrder extends SoldAmounts {
  taxIncluded: boolean
  /** Deductions of returned tickets by the event's rules. Refunds of other tickets don't include them. */
  kept?: Shares
  lines: readonly RefundableLine[]
  tickets: readonly RefundableTicket[]
}

export interface RefundTerms {
  /** Amounts already refunded, excluding failed refunds. */
  refunded: Shares
  returnsFees: boolean
}

export type RefundRequest = { all: true } | { ticketIds: readonly string[] } | { amountCents: number }

/**
 * Limits a request for a full refund of an order of a voucher to the amount that is left on the voucher, in minor
 * units. Returns other requests unchanged.
 */
export const limitToVoucher = (request: RefundRequest, voucherCents: number | undefined): RefundRequest =>
  voucherCents !== undefined && 'all' in request ? { amountCents: voucherCents } : request

export interface PlannedRefund {
  shares: Shares
  ticketIds: string[]
}

/** `TOO_MUCH`: exceeds the refundable amount. `NOTHING_LEFT`: the tickets don't exist or are all void. */
export type RefundRefusal = 'TOO_MUCH' | 'NOTHING_LEFT'

/**
 * Divides a refund between promoter, taxes and fees. A ticket's value is its price minus its part of the discount,
 * plus its taxes and fee. Order fee, delivery and rounding are refunded with the last ticket, which returns
 * everything that remains except the deductions of returns, so that partial refunds add up to the total. An amount
 * without tickets is taken from promoter and taxes in proportion, and from the fees only when nothing else remains.
 * The platform returns its share together with the fees: for tickets, with the ticket's fee; for amounts, in
 * proportion to the fees in the amount. An amount that contains no fees returns the share only when everything is
 * refunded. When the terms keep the fees, the platform also keeps its share.
 */
export function planRefund(
  order: RefundableOrder,
  request: RefundRequest,
  terms: RefundTerms,
): PlannedRefund | RefundRefusal {
  const left = refundableShares(order, terms)
  if ('amountCents' in request) return planAmount(request.amountCents, left)
  const good = order.tickets.filter((ticket) => !ticket.isVoid).map((ticket) => ticket.id)
  if ('all' in request)
    return good.length > 0 || sumShares(left) > 0 ? { shares: left, ticketIds: good } : 'NOTHING_LEFT'
  const requestedIds = [...new Set(request.ticketIds)]
  if (requestedIds.length === 0 || requestedIds.some((id) => !good.includes(id))) return 'NOTHING_LEFT'
  const unkept = refundableAfterReturns(order, terms)
  if (requestedIds.length === good.length) return { shares: unkept, ticketIds: requestedIds }
  const worth = withoutFees(worthOfTickets(order, requestedIds), terms.returnsFees)
  return { shares: limitShares(worth, unkept), ticketIds: requestedIds }
}

export const refundableShares = (order: SoldAmounts, terms: RefundTerms): Shares =>
  withoutFees(subtractShares(saleShares(order), terms.refunded), terms.returnsFees)

export const sumShares = (shares: Shares): number =>
  shares.promoterCents + shares.taxesCents + shares.feesCents

/**
 * Returns the amounts that refunds of tickets can still return: the refundable rest minus the deductions (`kept`) of
 * returned tickets, each at least 0. Refunds of an amount or of the whole order can also return the deductions.
 */
export const refundableAfterReturns = (order: RefundableOrder, terms: RefundTerms): Shares =>
  combine(
    refundableShares(order, terms),
    withoutFees(order.kept ?? NO_SHARES, terms.returnsFees),
    (left, kept) => Math.max(0, left - kept),
  )

const worthOfTickets = (order: RefundableOrder, ticketIds: readonly string[]): Shares =>
  ticketIds.map((id) => ticketShares(order, id)).reduce(addShares, NO_SHARES)

function planAmount(amountCents: number, left: Shares): PlannedRefund | RefundRefusal {
  if (amountCents <= 0) return 'NOTHING_LEFT'
  if (amountCents > sumShares(left)) return 'TOO_MUCH'
  return { shares: divideAmount(amountCents, left), ticketIds: [] }
}

/** Divides an amount like `planRefund`. The amount must not exceed what remains. */
export function divideAmount(amountCents: number, left: Shares): Shares {
  const own = left.promoterCents + left.taxesCents
  const fromOwn = Math.min(amountCents, own)
  // BigInt, because the product of two amounts can exceed 2^53.
  const taxesCents = own === 0 ? 0 : Number((BigInt(fromOwn) * BigInt(left.taxesCents)) / BigInt(own))
  const feesCents = amountCents - fromOwn
  const platformCents =
    amountCents === sumShares(left)
      ? left.platformCents
      : feesCents === 0
        ? 0
        : Number((BigInt(left.platformCents) * BigInt(feesCents)) / BigInt(left.feesCents))
  return { promoterCents: fromOwn - taxesCents, taxesCents, feesCents, platformCents }
}

/** Taxes in a disputed amount, in proportion to the order's taxes. At most the taxes that remain after refunds. */
export const disputedTaxes = (order: SoldAmounts, amountCents: number, leftCents: number): number =>
  order.totalCents === 0
    ? 0
    : Math.min(
        Number((BigInt(amountCents) * BigInt(order.taxCents)) / BigInt(order.totalCents)),
        amountCents,
        Math.max(leftCents, 0),
      )

/** Value of one ticket of a line. Values within a line differ by at most one minor unit and add up to the line. */
export function ticketShares(order: RefundableOrder, ticketId: string): Shares {
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
    platformCents: part(line.platformShareCents),
  }
}

const withoutFees = (shares: Shares, returnsFees: boolean): Shares =>
  returnsFees ? shares : { ...shares, feesCents: 0, platformCents: 0 }

const combine = (one: Shares, other: Shares, how: (a: number, b: number) => number): Shares => ({
  promoterCents: how(one.promoterCents, other.promoterCents),
  taxesCents: how(one.taxesCents, other.taxesCents),
  feesCents: how(one.feesCents, other.feesCents),
  platformCents: how(one.platformCents, other.platformCents),
})

export const addShares = (one: Shares, other: Shares): Shares => combine(one, other, (a, b) => a + b)
export const subtractShares = (one: Shares, other: Shares): Shares => combine(one, other, (a, b) => a - b)
export const limitShares = (one: Shares, limit: Shares): Shares => combine(one, limit, Math.min)

/** True when each remaining amount is at least that of the refund. */
export const areSharesCovered = (left: Shares, taken: Shares): boolean =>
  left.promoterCents >= taken.promoterCents &&
  left.taxesCents >= taken.taxesCents &&
  left.feesCents >= taken.feesCents &&
  left.platformCents >= taken.platformCents

/** Parts of a refund that aren't refunded to the card, in minor units. */
export interface RefundSplit {
  /** Amount to credit to the vouchers that paid the order. */
  voucherCents: number
  /** Amount that becomes a new voucher. */
  creditCents: number
}

/** A refund's amount and its parts, in minor units. */
export type SplitRefund = RefundSplit & { amountCents: number }

export const cardPartOf = ({ amountCents, voucherCents, creditCents }: SplitRefund): number =>
  amountCents - voucherCents - creditCents

/**
 * Divides a refund between card and vouchers. The card gets up to the amount that was paid by card and hasn't been
 * refunded; for a return with `asVoucher`, this part becomes a new voucher. The rest is credited to the order's
 * vouchers. `before`: all other refunds that haven't failed.
 */
export function splitRefund(
  amountCents: number,
  order: { totalCents: number; voucherCents: number },
  { before, asVoucher = false }: { before: readonly SplitRefund[]; asVoucher?: boolean },
): RefundSplit {
  const paidCents = order.totalCents - order.voucherCents
  const gone = before.reduce((sum, refund) => sum + refund.amountCents - refund.voucherCents, 0)
  const moneyCents = Math.min(amountCents, Math.max(0, paidCents - gone))
  return { voucherCents: amountCents - moneyCents, creditCents: asVoucher ? moneyCents : 0 }
}

interface RefundState {
  status: 'pending' | 'succeeded' | 'failed'
  providerRefundId: string | null
}

/**
 * What to do about an update. `record`: record the refund. `record after all`: record the refund, although it was
 * reported as refused before. `fail`: reverse it.
 */
export type RefundStep = 'record' | 'record after all' | 'fail' | 'nothing'

/**
 * Returns what an update from the provider means for a refund. Updates can be outdated, and two requests for the same
 * refund can get different responses. A refund that exists at the provider can fail later, when a bank returns it;
 * this is final. A refusal without a refund id can't cancel a refund that exists. `record after all` is for a refund
 * that was reported as refused but exists.
 */
export function decideRefundUpdate(
  current: RefundState,
  reported: { status: RefundState['status']; id: string | null },
): RefundStep {
  const isFailure = reported.status === 'failed'
  if (current.status === 'pending') return isFailure ? 'fail' : 'record'
  if (current.status === 'succeeded')
    return isFailure && reported.id !== null && reported.id === current.providerRefundId ? 'fail' : 'nothing'
  const wasRefused = current.providerRefundId === null
  return !isFailure && wasRefused && reported.id !== null ? 'record after all' : 'nothing'
}
