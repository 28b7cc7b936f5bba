import { offersMethod, type RefundAs, type ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import { NO_SHARES, type Shares } from '#model/money/ledger.ts'
import {
  addShares,
  limitShares,
  refundableAfterReturns,
  subtractShares,
  sumShares,
  ticketShares,
  type RefundableOrder,
  type RefundTerms,
} from '#model/money/refunds.ts'
import { applyBasisPoints } from '#model/platform/money.ts'

/** A rule for returns whose deadline hasn't passed. Amounts are in minor units. */
export interface OpenReturnRule {
  feeBasisPoints: number
  feeCents: number
  returnsFees: boolean
}

/** An open rule with the refund methods that it offers. */
export interface OfferedReturnRule extends OpenReturnRule {
  refundAs: RefundAs
  voucherInFull: boolean
}

/** Returns the rules that allow a return method. Rules may have no deduction for vouchers. */
export const returnRulesFor = (
  method: ReturnMethod,
  rules: readonly OfferedReturnRule[],
): OfferedReturnRule[] =>
  rules
    .filter((rule) => offersMethod(rule.refundAs, method))
    .map((rule) =>
      method === 'voucher' && rule.voucherInFull ? { ...rule, feeBasisPoints: 0, feeCents: 0 } : rule,
    )

/** A ticket to return, with the open rules of its event (at least one). */
export interface ReturnedTicket {
  id: string
  rules: readonly OpenReturnRule[]
}

/** Refunded and kept amounts of a ticket, in minor units. */
export interface TicketReturn {
  id: string
  refundedCents: number
  keptCents: number
  /** The kept amount, divided by party. */
  kept: Shares
  returnsFees: boolean
}

export interface PlannedReturn {
  tickets: TicketReturn[]
  shares: Shares
  kept: Shares
  /**
   * Order fee, delivery and rounding, which are refunded with the last ticket. Negative when amounts were refunded
   * before.
   */
  otherCents: number
}

/**
 * Splits the refund of returned tickets between promoter, taxes and fees. For each ticket, uses the open rule with
 * the highest refund. The deduction is taken from the ticket's price, never from fees, and never exceeds the price.
 * When no ticket remains, the rest of the order is refunded too, including the order fee only if all returned tickets
 * refund fees.
 */
export function planReturn(
  order: RefundableOrder,
  returned: readonly ReturnedTicket[],
  terms: Pick<RefundTerms, 'refunded'>,
): PlannedReturn {
  const tickets = returned.map((ticket) => bestReturn(ticketShares(order, ticket.id), ticket))
  const kept = tickets.map((ticket) => ticket.kept).reduce(addShares, NO_SHARES)
  const worth = returned.map(({ id }) => ticketShares(order, id)).reduce(addShares, NO_SHARES)
  const left = refundableAfterReturns(order, { ...terms, returnsFees: true })
  const good = order.tickets.filter((ticket) => !ticket.isVoid).length
  const isLast = returned.length > 0 && returned.length === good
  const refundable = isLast ? withOrderFee(left, worth, tickets) : limitShares(worth, left)
  const shares = atLeastZero(subtractShares(refundable, kept))
  const ticketCents = tickets.reduce((sum, { refundedCents }) => sum + refundedCents, 0)
  return { tickets, shares, kept, otherCents: sumShares(shares) - ticketCents }
}

/** Returns `left`, but without the order fee if any ticket's fees aren't refunded. */
function withOrderFee(left: Shares, worth: Shares, tickets: readonly TicketReturn[]): Shares {
  if (tickets.every(({ returnsFees }) => returnsFees)) return left
  const { feesCents, platformCents } = limitShares(worth, left)
  return { ...left, feesCents, platformCents }
}

function bestReturn(worth: Shares, { id, rules }: ReturnedTicket): TicketReturn {
  const [first, ...others] = rules.map((rule) => ticketReturn(id, worth, rule))
  if (!first) throw new Error(`No rule for returns is open for ticket ${id}.`)
  return others.reduce((best, each) => (each.refundedCents > best.refundedCents ? each : best), first)
}

function ticketReturn(id: string, worth: Shares, rule: OpenReturnRule): TicketReturn {
  const priceCents = worth.promoterCents + worth.taxesCents
  const feeCents = Math.min(priceCents, applyBasisPoints(priceCents, rule.feeBasisPoints) + rule.feeCents)
  // BigInt, because the product of two amounts can exceed 2^53.
  const taxesCents =
    priceCents === 0 ? 0 : Number((BigInt(feeCents) * BigInt(worth.taxesCents)) / BigInt(priceCents))
  const kept = {
    promoterCents: feeCents - taxesCents,
    taxesCents,
    feesCents: rule.returnsFees ? 0 : worth.feesCents,
    platformCents: rule.returnsFees ? 0 : worth.platformCents,
  }
  const keptCents = sumShares(kept)
  return { id, refundedCents: sumShares(worth) - keptCents, keptCents, kept, returnsFees: rule.returnsFees }
}

const atLeastZero = (shares: Shares): Shares => ({
  promoterCents: Math.max(0, shares.promoterCents),
  taxesCents: Math.max(0, shares.taxesCents),
  feesCents: Math.max(0, shares.feesCents),
  platformCents: Math.max(0, shares.platformCents),
})
