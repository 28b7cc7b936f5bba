import type { ProviderRefund } from '#server/money/providers/provider.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import type { RefundRow } from './refund-rows.ts'

/** State of a refund at the provider. The id is undefined if the refund was never created there. */
export type ReportedRefund = Pick<ProviderRefund, 'status'> & { id: string | null; why?: string }

export interface RefundUpdate {
  order: OrderRow
  refund: RefundRow
  reported: ReportedRefund
  now: Date
}

/** Columns of a ledger transaction about an order. */
export const ledgerOwnerOf = (
  order: OrderRow,
): { promoterId: string; orderId: string; currency: string } => ({
  promoterId: order.promoterId,
  orderId: order.id,
  currency: order.currency,
})
