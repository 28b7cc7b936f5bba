import type { Context } from '#server/context.ts'
import { hasInvoiceOrSeller } from './invoice-rows.ts'

/** False if the order is paid but its invoice can't be issued, because the seller's legal name or address is missing. */
export const canInvoice = ({ reads }: Pick<Context, 'reads'>, linkId: string): Promise<boolean> =>
  hasInvoiceOrSeller(reads, linkId)
