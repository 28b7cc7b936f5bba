import * as z from 'zod/mini'
import { orderFeeCents, ticketFeeCents, type FeeRule } from './fees.ts'
import type { Quote } from './quote.ts'

export const processingFeePaidBy = z.enum(['platform', 'promoter'])
export type ProcessingFeePaidBy = z.infer<typeof processingFeePaidBy>

/** Party that remits an order's taxes, and therefore receives them. */
export const taxesRemittedBy = z.enum(['promoter', 'platform'])
export type TaxesRemittedBy = z.infer<typeof taxesRemittedBy>

/** How an order's amount is divided, apart from the platform's share. */
export interface Remittance {
  processingFeePaidBy: ProcessingFeePaidBy
  taxesRemittedBy: TaxesRemittedBy
}

/** For orders without terms. */
export const DEFAULT_REMITTANCE: Remittance = { processingFeePaidBy: 'platform', taxesRemittedBy: 'promoter' }

/** The platform's share of an order, in minor units and basis points. */
export interface PlatformTerms extends FeeRule, Remittance {
  ticketMinimumCents: number
}

/** The platform's share of an order in minor units. `lineCents` is in the order of the price's lines. */
export interface PlatformShare {
  lineCents: number[]
  totalCents: number
}

/** Terms without those that divide the order's amount. */
export type ShareRule = Omit<PlatformTerms, keyof Remittance>

/**
 * Computes the platform's share with the formulas for fees, independent of the fees that the buyer is charged. Free orders
 * and orders without terms have no share.
 */
export function platformShare(price: Quote, terms: ShareRule | undefined): PlatformShare {
  const { lines, subtotalCents, discountCents } = price
  const amountCents = subtotalCents - discountCents
  if (!terms || amountCents === 0) return { lineCents: lines.map(() => 0), totalCents: 0 }
  const lineCents = lines.map((line) => ticketShareCents(terms, line))
  const orderCents = orderFeeCents(terms, amountCents)
  return { lineCents, totalCents: lineCents.reduce((sum, cents) => sum + cents, orderCents) }
}

const ticketShareCents = (terms: ShareRule, line: { priceCents: number; quantity: number }): number =>
  line.priceCents === 0 ? 0 : Math.max(ticketFeeCents(terms, line), terms.ticketMinimumCents * line.quantity)
