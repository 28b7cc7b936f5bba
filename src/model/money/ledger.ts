/** Accounts of the ledger. A buyer's balance is negative until refunded. */
export type LedgerAccount =
  | 'buyer'
  | 'promoter'
  | 'taxes'
  | 'platform_fees'
  | 'processor'
  | 'member_earnings'
  | 'payouts'
  /** Orders paid to the promoter without a payment provider. */
  | 'outside'

/** Amount that an account receives (positive) or gives (negative) in a transaction, in minor units. */
export interface LedgerEntry {
  account: LedgerAccount
  amountCents: number
  memberId?: string
}

/** Amounts of a purchase, in minor units. */
export interface SoldAmounts {
  subtotalCents: number
  discountCents: number
  ticketFeesCents: number
  orderFeesCents: number
  deliveryFeeCents: number
  /** Fees paid by the promoter; not part of `totalCents`. */
  absorbedFeesCents: number
  taxCents: number
  totalCents: number
}

/**
 * Split of a payment or refund: promoter, taxes and fees sum to the amount. `absorbedFeesCents` moves from promoter to platform in
 * addition: the promoter's balance is `promoterCents − absorbedFeesCents`.
 */
export interface Shares {
  promoterCents: number
  taxesCents: number
  feesCents: number
  absorbedFeesCents: number
}

export const NO_SHARES: Shares = { promoterCents: 0, taxesCents: 0, feesCents: 0, absorbedFeesCents: 0 }

/** Returns the shares of a paid order: taxes and fees as charged, the rest for the promoter. */
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

export const refundEntries = (shares: Shares): LedgerEntry[] => entriesOf(shares, 1)

/** Entries of an order paid outside the platform; a negative amount is a refund. No account keeps a balance. */
export const outsideEntries = (cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'buyer', amountCents: -cents },
    { account: 'outside', amountCents: cents },
  ])

/** The payment provider's fee is paid by the platform. */
export const processingFeeEntries = (feeCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'platform_fees', amountCents: -feeCents },
    { account: 'processor', amountCents: feeCents },
  ])

/** A commission moves from the promoter to the member; a negative amount is deducted. */
export const commissionEntries = (memberId: string, cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'promoter', amountCents: -cents },
    { account: 'member_earnings', amountCents: cents, memberId },
  ])

/** Payout to a member; a negative amount is a payout that failed. */
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
