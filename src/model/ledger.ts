/** Who has money in the ledger. A buyer's balance is negative until money goes back to them. */
export type LedgerAccount =
  | 'buyer'
  | 'promoter'
  | 'taxes'
  | 'platform_fees'
  | 'processor'
  | 'member_earnings'
  | 'payouts'
  /** Money that the promoter has taken itself, of an order that no provider knows of. */
  | 'outside'

/** What one account gets (positive) or gives (negative) in a transaction, in minor units. */
export interface LedgerEntry {
  account: LedgerAccount
  amountCents: number
  /** Whose earnings, for `member_earnings`. */
  memberId?: string
}

/** What a purchase is made of, as far as money is concerned. */
export interface SoldAmounts {
  subtotalCents: number
  discountCents: number
  ticketFeesCents: number
  orderFeesCents: number
  deliveryFeeCents: number
  /** Fees that the promoter pays, besides those in `totalCents`. */
  absorbedFeesCents: number
  taxCents: number
  totalCents: number
}

/**
 * Shares of an amount that a buyer pays or gets back: promoter, taxes and fees sum to it. `absorbedFeesCents` passes between
 * promoter and platform besides: the promoter's balance is `promoterCents − absorbedFeesCents`.
 */
export interface Shares {
  promoterCents: number
  taxesCents: number
  feesCents: number
  absorbedFeesCents: number
}

export const NO_SHARES: Shares = { promoterCents: 0, taxesCents: 0, feesCents: 0, absorbedFeesCents: 0 }

/** Shares of a paid order: taxes and fees as charged, the rest is the promoter's. */
export function saleShares(order: SoldAmounts): Shares {
  const feesCents = order.ticketFeesCents + order.orderFeesCents
  return {
    promoterCents: order.totalCents - order.taxCents - feesCents,
    taxesCents: order.taxCents,
    feesCents,
    absorbedFeesCents: order.absorbedFeesCents,
  }
}

export const saleEntries = (order: SoldAmounts): LedgerEntry[] => entriesOf(saleShares(order), -1)

/** The same way back. */
export const refundEntries = (shares: Shares): LedgerEntry[] => entriesOf(shares, 1)

/** An order that the promoter was paid for outside; a negative amount went back there. Nobody holds any of it. */
export const outsideEntries = (cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'buyer', amountCents: -cents },
    { account: 'outside', amountCents: cents },
  ])

/** What the processor keeps comes out of what the platform earns. */
export const processingFeeEntries = (feeCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'platform_fees', amountCents: -feeCents },
    { account: 'processor', amountCents: feeCents },
  ])

/** What a member earns comes out of what the promoter has; a negative amount goes back there. */
export const commissionEntries = (memberId: string, cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'promoter', amountCents: -cents },
    { account: 'member_earnings', amountCents: cents, memberId },
  ])

/** What a member is paid; a negative amount is one that did not arrive. */
export const payoutEntries = (memberId: string, cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'member_earnings', amountCents: -cents, memberId },
    { account: 'payouts', amountCents: cents },
  ])

const entriesOf = (shares: Shares, buyerSign: 1 | -1): LedgerEntry[] =>
  withoutZeros([
    {
      account: 'buyer',
      amountCents: buyerSign * (shares.promoterCents + shares.taxesCents + shares.feesCents),
    },
    { account: 'promoter', amountCents: -buyerSign * (shares.promoterCents - shares.absorbedFeesCents) },
    { account: 'taxes', amountCents: -buyerSign * shares.taxesCents },
    { account: 'platform_fees', amountCents: -buyerSign * (shares.feesCents + shares.absorbedFeesCents) },
  ])

const withoutZeros = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter((entry) => entry.amountCents !== 0)
