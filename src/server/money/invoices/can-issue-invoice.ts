import type { Context } from '#server/context.ts'
import { hasInvoiceOrSeller } from './invoice-rows.ts'

/** True if the order's invoice exists or the seller's legal name and address are complete. */
export const canIssueInvoice = ({ reads }: Pick<Context, 'reads'>, linkId: string): Promise<boolean> =>
  hasInvoiceOrSeller(reads, linkId)
