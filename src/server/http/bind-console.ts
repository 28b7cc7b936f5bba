import { refundOrder as refundOrderContract } from '#contracts/refunds.ts'
import { refundOrder } from '../orders/refund-order.ts'
import type { BindPromoter, BindPromoterUpload } from './bindings.ts'
import { bindPricing } from './console/bind-pricing.ts'

/** What promoters manage, noun by noun. */
export function bindConsole(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindPromoter(refundOrderContract, refundOrder)
  bindPricing(bindPromoter, bindUpload)
}
