import * as z from 'zod/mini'
import { orderFeeCents, ticketFeeCents, type FeeRule } from './fees.ts'
import type { Quote } from './quote.ts'

export const processingFeePaidBy = z.enum(['platform', 'promoter'])
export type ProcessingFeePaidBy = z.infer<typeof processingFeePaidBy>

/** Party that remits an order's taxes, and therefore receives them. */
export const taxesRemittedBy = z.enum(['promoter', 'platform'])
export type TaxesRemittedBy = z.infer<typeof taxesRemittedBy>

/** Who pays the provider's fee and who remits the taxes of an order. */
export interface Remittance {
  processingFeePaidBy: ProcessingFeePaidBy
  taxesRemittedBy: TaxesRemittedBy
}

/** Applies to orders without terms. */
export const DEFAULT_REMITTANCE: Remittance = { processingFeePaidBy: 'platform', taxesRemittedBy: 'promoter' }

/** The platform's share of an order, in minor units and basis points. */
export interface PlatformTerms extends FeeRule, Remittance {
  ticketMinimumCents: number
}

/**
 * The platform's share of an order in minor units. `lineCents` has the share of each line, in the order of the
 * quote's lines.
 */
export interface PlatformShare {
  lineCents: number[]
  totalCents: number
}

/** The part of the terms that determines the platform's share. */
export type ShareRule = Omit<PlatformTerms, keyof Remittance>

/**
 * Computes the platform's share with the same formulas as the fees, but independent of the fees charged to the buyer.
 * Free orders and orders without terms have no share.
 */
export function calculatePlatformShare(price: Quote, terms: ShareRule | undefined): PlatformShare {
  const { lines, subtotalCents, discountCents } = price
  const amountCents = subtotalCents - discountCents
  if (!terms || amountCents === 0) return { lineCents: lines.map(() => 0), totalCents: 0 }
  const lineCents = lines.map((line) => ticketShareCents(terms, line))
  const orderCents = orderFeeCents(terms, amountCents)
  return { lineCents, totalCents: lineCents.reduce((sum, cents) => sum + cents, orderCents) }
}

const ticketShareCents = (terms: ShareRule, line: { priceCents: number; quantity: number }): number =>
  line.priceCents === 0 ? 0 : Math.max(ticketFeeCents(terms, line), terms.ticketMinimumCents * line.quantity)
